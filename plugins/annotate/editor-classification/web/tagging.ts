import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { GroupValue, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import {
  changeInstances,
  insertInstance,
  missingGroups,
  withAnswer,
} from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ClassesPerItem } from '../common/tag-changes.ts';
import { changeTags, isAnswered, isTag, newTag, tagsOf, twiceSaid } from '../common/tag-changes.ts';
import { messages } from './messages.ts';

/** Effects of tagging an item. */
export interface TaggingHost {
  /** The person should answer the questions of the chosen tag now. */
  ask(): void;
  /** All that is demanded is answered, by an answer that needs no more. */
  answered(): void;
}

/**
 * Says what the open item is: classes and the answers to their questions. The selection of the scene is the tag whose
 * questions are shown.
 */
export class Tagging {
  constructor(
    readonly session: EditorSession,
    private readonly host: TaggingHost,
  ) {}

  /** The classes an item can be said to be of, in display order. */
  get classes(): readonly AnnotationClass[] {
    return this.session.classes.filter(each => each.type === ClassType.Tag);
  }

  get perItem(): ClassesPerItem {
    return this.session.particulars['perItem'] === 'one' ? 'one' : 'several';
  }

  /** Says the class at a place, or takes it back. */
  toggle(place: number): void {
    const chosen = this.classes[place];
    if (chosen !== undefined) this.toggleClass(chosen);
  }

  toggleClass(chosen: AnnotationClass): void {
    const { scene } = this.session;
    const adding = tagsOf(scene.instances, chosen.id).length === 0;
    if (
      !this.#edit(
        adding ? messages.tagging.sayName(chosen.name) : messages.tagging.takeNameBack(chosen.name),
        changeTags(
          scene.instances,
          { kind: adding ? 'add' : 'remove', class_id: chosen.id },
          chosen,
          this.session.user,
          this.perItem,
        ),
      ) ||
      !adding
    )
      return;
    const [made] = tagsOf(scene.instances, chosen.id);
    scene.select(made === undefined || chosen.attribute_groups.length === 0 ? [] : [made.id]);
    if (made !== undefined && missingGroups(made, chosen).length > 0) this.host.ask();
    else if (isAnswered(scene.instances, this.session.classes)) this.host.answered();
    else if (chosen.attribute_groups.length > 0) this.host.ask();
  }

  /** Says the class of the chosen tag once more, to be answered differently. */
  again(): void {
    const { scene, user } = this.session;
    const [chosen] = scene.selected;
    const owner = this.ownerOf(chosen);
    if (owner === undefined || owner.attribute_groups.length === 0)
      return this.session.notify(messages.tagging.chooseAClassWithQuestionsFirst);
    const made = newTag(owner, [], user);
    if (!this.#edit(messages.tagging.addNameAgain(owner.name), { patches: [insertInstance(made)] })) return;
    scene.select([made.id]);
    this.host.ask();
  }

  /** Takes the chosen tag back. */
  remove(): void {
    const { scene } = this.session;
    const chosen = scene.selected.filter(each => each.locked !== true);
    if (chosen.length === 0 && scene.selected.length > 0) return this.session.notify(messages.tagging.answerIsLocked);
    this.#edit(messages.tagging.clearAnswer, {
      patches: chosen.map((before): Patch => ({ collection: 'instances', id: before.id, before })),
    });
  }

  /** Goes to the next tag of the item, or the one before. */
  step(forward: boolean): void {
    const { scene } = this.session;
    const tags = scene.instances.filter(isTag);
    const at = tags.findIndex(each => scene.selection.has(each.id));
    const next = tags[at < 0 ? (forward ? 0 : tags.length - 1) : at + (forward ? 1 : -1)];
    if (next !== undefined) scene.select([next.id]);
  }

  /** Answers a question of a tag. */
  answer(tag: Instance, group: AttributeGroup, value: GroupValue): void {
    const owner = this.ownerOf(tag);
    const { scene, user, classes } = this.session;
    const done = this.#edit(messages.tagging.setName(group.name), {
      patches: changeInstances(
        [tag].filter(each => each.locked !== true),
        each => (owner === undefined ? each : withAnswer(each, owner, group, value)),
        user,
      ),
    });
    if (done && group.group_type === 'radio' && value !== undefined && isAnswered(scene.instances, classes))
      this.host.answered();
  }

  /** The person is through with the questions of a tag. */
  finish(): void {
    const { scene, classes } = this.session;
    if (scene.instances.some(isTag) && isAnswered(scene.instances, classes)) this.host.answered();
  }

  ownerOf(tag: Instance | undefined): AnnotationClass | undefined {
    return tag === undefined ? undefined : this.session.classes.find(each => each.id === tag.classId);
  }

  #edit(label: string, outcome: ReturnType<typeof changeTags>): boolean {
    const { session } = this;
    if (session.readOnly) {
      session.notify(messages.shared.thisItemIsReadOnly);
      return false;
    }
    if ('refusal' in outcome) {
      session.notify(outcome.refusal);
      return false;
    }
    const twice = twiceSaid(session.scene.instances, outcome.patches);
    if (twice !== undefined) {
      session.notify(messages.tagging.isThereWithTheseAnswers(twice.className ?? messages.tagging.theClass));
      return false;
    }
    if (outcome.patches.length === 0) return false;
    session.edit(label, outcome.patches);
    return true;
  }
}
