import { inject } from 'inversify';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { quickChoice, singleChoices } from '../common/quick-choice.ts';
import { setAnswer, shownSelection } from './document/set-answer.ts';
import { EditorController } from './editor-controller.ts';
import type { Editor } from './kit/editor-type.ts';
import { messages } from './messages.ts';

/** Answers single-choice attributes of the selection by one key each, without the form. */
export class QuickAnswers {
  constructor(
    @inject(EditorController) private readonly controller: EditorController,
    @inject(KeyMap) private readonly keys: KeyMap,
  ) {}

  /** The number of values of the longest single choice of the selection; 0 where nothing can be answered. */
  get most(): number {
    const about = this.#selection();
    if (about === undefined) return 0;
    return Math.max(0, ...singleChoices(about.owner, about.selected).map(each => each.attributes.length));
  }

  /** Chooses the value at a place, counted from 1, of the group that the value keys answer; says why when it cannot. */
  choose(place: number): void {
    const about = this.#selection();
    const { document } = this.controller;
    if (about === undefined || document === undefined) return;
    const group = quickChoice(about.owner, about.selected);
    const value = group?.attributes[place - 1];
    const [chord = ''] = this.keys.chords('editor.attributes');
    if (group === undefined) toast(messages.quickAnswers.allAnswered(this.keys.shown(chord)));
    else if (value === undefined) toast(messages.quickAnswers.groupHasCountValues(group.name, group.attributes.length));
    else if (about.selected.every(each => each.locked === true)) toast(messages.quickAnswers.selectionIsLocked);
    else setAnswer(document, this.controller.state.editor as Editor | undefined, about.owner, group, [value.id]);
  }

  /** The selected objects and their class, where they are all of one. */
  #selection(): { readonly owner: AnnotationClass; readonly selected: readonly Instance[] } | undefined {
    const { document } = this.controller;
    if (document === undefined) return undefined;
    const selected = shownSelection(document, this.controller.state.editor as Editor | undefined);
    const [first] = selected;
    const owner = document.classes.find(each => each.id === first?.classId);
    return owner === undefined || selected.some(each => each.classId !== owner.id) ? undefined : { owner, selected };
  }
}
