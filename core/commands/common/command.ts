/** A thing one can do: declared in a manifest, offered by menus, shortcuts, the palette and custom apps. */
export interface CommandInfo {
  /** `plugin.name`. */
  readonly id: string;
  readonly title: string;
  readonly access: string;
  readonly icon?: string;
  readonly hidden: boolean;
  /** Heading it is listed under: the plugin's title. */
  readonly group: string;
  /** Scope in which its keys work: `app`, or a place such as `editor`. */
  readonly scope: string;
  /** Chords it has until the person chooses others. */
  readonly shortcuts: readonly string[];
}

/** An entry of a menu as it is drawn. */
export interface MenuItem {
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  readonly order: number;
  /** Address it leads to; parameters of the path are filled from the place's context. */
  readonly path?: string;
  /** Addresses that begin so belong to it as well. */
  readonly section?: string;
  /** Id of the command it runs. */
  readonly command?: string;
  /** Argument of the command, beside the subject of the menu. */
  readonly argument?: PlaceContext;
  /**
   * Command in the key map of the person, such as `editor.vector.tool.box`, whose chord is shown beside it in the
   * palette.
   */
  readonly keyed?: string;
  /** Heading it is listed under in the palette. */
  readonly group?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

/** Subject of a menu, e.g. `{ projectId, itemIds }`; commands get it as their argument. */
export type PlaceContext = Readonly<Record<string, unknown>>;
