import type { BoundKey } from '#core/shortcuts/web/index.ts';
import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from './messages.ts';
import type { PreviewControls } from './preview/preview-controls.ts';
import type { Tagging } from './tagging.ts';

export const keyScope = 'editor.classification';

/** Digits, then letters that lead nowhere else in the frame. */
export const classChords: readonly string[] = [...'1234567890', ...'WERTYUIOPSGHJKLZXVBM'];

/** The editor as keys reach it. */
export interface KeyedClassification {
  readonly tagging: Tagging;
  readonly controls: PreviewControls;
  /** Puts the keyboard into the search for a class. */
  find(): void;
  /** Puts the keyboard into the questions of the chosen tag. */
  ask(): void;
  toggleAdvance(): void;
  /** Goes to the next item, and submits this one where the person likes it so. */
  complete(): void;
  /** Goes to another item; what is open is saved. */
  go(step: 1 | -1): void;
}

/** One key command: its chords, when it applies and what it does. */
export interface ClassificationKey extends BoundKey {
  /** Line of the help sheet that several keys share; the title when absent. */
  readonly line?: string;
  /** Changes the document, so it is refused when that is read-only. */
  readonly changes?: boolean;
  /** Absent: always. */
  readonly when?: (editor: KeyedClassification) => boolean;
  readonly run: (editor: KeyedClassification) => void;
}

const chosen = ({ tagging }: KeyedClassification): boolean => tagging.session.scene.selection.size > 0;
const can =
  (name: keyof PreviewControls) =>
  ({ controls }: KeyedClassification): boolean =>
    controls[name] !== undefined;

const classes: readonly ClassificationKey[] = classChords.map((chord, place) => ({
  id: `class.${place + 1}`,
  chords: [chord],
  group: messages.groups.classes,
  title: messages.shared.classCount(place + 1),
  line: messages.classificationKeys.sayAClass,
  changes: true,
  run: ({ tagging }) => tagging.toggle(place),
}));

/** The keys of the classification editor; the first that matches and applies is taken. */
export const classificationKeys: readonly ClassificationKey[] = [
  {
    id: 'play',
    chords: ['Space'],
    group: messages.groups.preview,
    title: messages.classificationKeys.playOrPause,
    when: can('play'),
    run: ({ controls }) => controls.play?.(),
  },
  {
    id: 'forward',
    chords: ['Right'],
    group: messages.groups.preview,
    title: messages.classificationKeys.number5SecondsOn,
    when: can('seek'),
    run: ({ controls }) => controls.seek?.(5),
  },
  {
    id: 'back',
    chords: ['Left'],
    group: messages.groups.preview,
    title: messages.classificationKeys.number5SecondsBack,
    when: can('seek'),
    run: ({ controls }) => controls.seek?.(-5),
  },
  {
    id: 'faster',
    chords: ['.'],
    group: messages.groups.preview,
    title: messages.shared.faster,
    when: can('speed'),
    run: ({ controls }) => controls.speed?.(true),
  },
  {
    id: 'slower',
    chords: [','],
    group: messages.groups.preview,
    title: messages.shared.slower,
    when: can('speed'),
    run: ({ controls }) => controls.speed?.(false),
  },
  {
    id: 'page-next',
    chords: ['PageDown', '.'],
    group: messages.groups.preview,
    title: messages.classificationKeys.nextPageOrFrame,
    when: can('page'),
    run: ({ controls }) => controls.page?.(1),
  },
  {
    id: 'page-previous',
    chords: ['PageUp', ','],
    group: messages.groups.preview,
    title: messages.classificationKeys.pageOrFrameBefore,
    when: can('page'),
    run: ({ controls }) => controls.page?.(-1),
  },
  {
    id: 'page-first',
    chords: ['Home'],
    group: messages.groups.preview,
    title: messages.classificationKeys.firstPageOrFrame,
    when: can('page'),
    run: ({ controls }) => controls.page?.(-Infinity),
  },
  {
    id: 'page-last',
    chords: ['End'],
    group: messages.groups.preview,
    title: messages.classificationKeys.lastPageOrFrame,
    when: can('page'),
    run: ({ controls }) => controls.page?.(Infinity),
  },
  {
    id: 'zoom-in',
    chords: ['+', '='],
    group: messages.groups.preview,
    title: messages.classificationKeys.zoomIn,
    when: can('zoom'),
    run: ({ controls }) => controls.zoom?.('in'),
  },
  {
    id: 'zoom-out',
    chords: ['-'],
    group: messages.groups.preview,
    title: messages.classificationKeys.zoomOut,
    when: can('zoom'),
    run: ({ controls }) => controls.zoom?.('out'),
  },
  {
    id: 'fit',
    chords: ['Shift+F'],
    group: messages.groups.preview,
    title: messages.shared.fit,
    when: can('zoom'),
    run: ({ controls }) => controls.zoom?.('fit'),
  },
  {
    id: 'zoom-whole',
    chords: ['Shift+0'],
    group: messages.groups.preview,
    title: '100 %',
    when: can('zoom'),
    run: ({ controls }) => controls.zoom?.('whole'),
  },
  {
    id: 'next',
    chords: ['Enter'],
    group: messages.groups.items,
    title: messages.classificationKeys.saveAndNextItem,
    run: editor => editor.complete(),
  },
  {
    id: 'next-item',
    chords: ['Right', 'F'],
    group: messages.groups.items,
    title: messages.classificationKeys.nextItem,
    when: chosen,
    run: editor => editor.go(1),
  },
  {
    id: 'previous-item',
    chords: ['Left', 'D'],
    group: messages.groups.items,
    title: messages.shared.itemBefore,
    when: chosen,
    run: editor => editor.go(-1),
  },
  {
    id: 'advance',
    chords: ['Alt+N'],
    group: messages.groups.items,
    title: messages.classificationKeys.autoAdvanceAfterAnAnswer,
    run: editor => editor.toggleAdvance(),
  },
  {
    id: 'find',
    chords: ['/', ';'],
    group: messages.groups.classes,
    title: messages.shared.findAClassByItsName,
    changes: true,
    run: editor => editor.find(),
  },
  {
    id: 'again',
    chords: ['Shift+Enter'],
    group: messages.groups.classes,
    title: messages.classificationKeys.sayTheChosenClassOnceMore,
    changes: true,
    run: ({ tagging }) => tagging.again(),
  },
  {
    id: 'ask',
    chords: ['Tab'],
    group: messages.groups.classes,
    title: messages.classificationKeys.answerTheQuestions,
    changes: true,
    when: chosen,
    run: editor => editor.ask(),
  },
  {
    id: 'down',
    chords: ['Down'],
    group: messages.groups.classes,
    title: messages.classificationKeys.nextAnswer,
    run: ({ tagging }) => tagging.step(true),
  },
  {
    id: 'up',
    chords: ['Up'],
    group: messages.groups.classes,
    title: messages.classificationKeys.answerBefore,
    run: ({ tagging }) => tagging.step(false),
  },
  {
    id: 'remove',
    chords: ['Delete', 'Backspace'],
    group: messages.groups.classes,
    title: messages.classificationKeys.takeTheChosenAnswerBack,
    changes: true,
    when: chosen,
    run: ({ tagging }) => tagging.remove(),
  },
  ...classes,
];

/** All keys for the help sheet, with the chords that `chordsOf` gives. */
export function classificationShortcuts(
  chordsOf: (key: ClassificationKey) => readonly string[] = key => key.chords,
): readonly EditorShortcut[] {
  const lines = new Map<string, EditorShortcut>();
  for (const key of classificationKeys) {
    const { group, title, line = title } = key;
    const before = lines.get(`${group} ${line}`)?.keys ?? [];
    lines.set(`${group} ${line}`, { group, title: line, keys: [...before, ...chordsOf(key)] });
  }
  return [...lines.values()];
}
