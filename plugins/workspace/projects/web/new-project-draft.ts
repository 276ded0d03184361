import { proxy } from 'valtio';
import type { SettingValue } from '../common/project-settings.ts';

/** Steps of the form for a new project, in order. */
export const newProjectSteps = ['type', 'general', 'content', 'people'] as const;
export type NewProjectStep = (typeof newProjectSteps)[number];

/** Somebody who gets a role in the new project. */
export interface NewMember {
  readonly email: string;
  readonly role: number;
}

/** Entries for a project that does not exist yet. */
export interface NewProjectDraft {
  type: number;
  name: string;
  description: string;
  link: string;
  /** The team's standard one while nobody chose. */
  workflow: number | undefined;
  settings: Readonly<Record<string, SettingValue>>;
  /** Storage of files; undefined: the first upload decides. */
  storage: 'uploaded' | 'external' | undefined;
  /** Choices in the parts of other plugins, by their id. */
  parts: Readonly<Record<string, unknown>>;
  members: readonly NewMember[];
  /** The project, once it is made; what is left to do follows. */
  made: number | undefined;
}

export const emptyDraft = (type = 1): NewProjectDraft => ({
  type,
  name: '',
  description: '',
  link: '',
  workflow: undefined,
  settings: {},
  storage: undefined,
  parts: {},
  members: [],
  made: undefined,
});

/** Returns whether there are entries that leaving would lose. */
export const isBegun = (draft: NewProjectDraft): boolean =>
  draft.made === undefined &&
  (draft.name.trim() !== '' ||
    draft.description.trim() !== '' ||
    draft.link.trim() !== '' ||
    draft.members.length > 0 ||
    Object.values(draft.parts).some(each => each !== undefined));

/** Keeps what was said while the person goes back and forth between the steps. */
export class NewProjectStore {
  readonly state = proxy<{ teamId: number | undefined; draft: NewProjectDraft }>({
    teamId: undefined,
    draft: emptyDraft(),
  });

  /** Starts over, unless a project of this team is begun. */
  enter(teamId: number, type: number | undefined): void {
    if (this.state.teamId === teamId && isBegun(this.state.draft as NewProjectDraft)) return;
    this.state.teamId = teamId;
    this.state.draft = emptyDraft(type);
  }

  change(patch: Partial<NewProjectDraft>): void {
    Object.assign(this.state.draft, patch);
  }

  /** Another type has other settings and parts. */
  chooseType(type: number): void {
    if (type !== this.state.draft.type) this.change({ type, settings: {}, parts: {}, storage: undefined });
  }

  forget(): void {
    this.state.draft = emptyDraft();
  }
}
