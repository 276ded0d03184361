import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { Author, Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession } from './editor-type.ts';

/** Colour of objects without a class. */
export const plainColor = '#9aa0a6';

/** Author, class and colour of new objects: what the tools of every editor need of its session. */
export class SessionContext {
  constructor(readonly session: EditorSession) {}

  get author(): Author {
    const { email, role } = this.session.user;
    return { email, role };
  }

  /** The class of what is drawn next; only classes of objects can be drawn. */
  get activeClass(): AnnotationClass | undefined {
    const { classes, activeClassId } = this.session;
    return classes.find(one => one.id === activeClassId && one.type === ClassType.Object);
  }

  /** `#RRGGBB` of what is drawn next. */
  get activeColor(): string {
    return this.activeClass?.color ?? plainColor;
  }

  /** `#RRGGBB` of an instance's class. */
  colorOf(instance: Instance): string {
    return this.session.classes.find(one => one.id === instance.classId)?.color ?? plainColor;
  }
}
