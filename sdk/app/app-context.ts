import type { AppPlace } from './app-manifest.ts';

/** Colours of the product now, as CSS colours. The document of an app has them as `--loupe-background` and so on. */
export interface AppColors {
  readonly background: string;
  readonly text: string;
  readonly dimmed: string;
  readonly border: string;
  readonly accent: string;
}

/** Place and reader of an app. */
export interface AppContext {
  readonly place: AppPlace;
  readonly team: { readonly id: number; readonly name: string };
  /** The open project; absent outside of one. `type` is a word such as `Vector`. */
  readonly project?: { readonly id: number; readonly name: string; readonly type: string };
  /** The open item; absent outside of one. */
  readonly item?: { readonly id: number; readonly name: string };
  /** Ids of the items that are chosen, in `items.action` and `explore.action`. */
  readonly chosen: readonly number[];
  /** Ids of the instances that are selected, in `editor.panel`. */
  readonly selection: readonly string[];
  /** `role` is the name of the person's role in the open project, or in the team. */
  readonly person: { readonly email: string; readonly name: string; readonly role: string };
  readonly theme: 'light' | 'dark';
  readonly colors: AppColors;
  /** Language of the page as a tag of BCP 47, such as `en`. */
  readonly locale: string;
  /** Version of the SDK that the product offers. */
  readonly sdk: string;
}
