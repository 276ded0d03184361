import type { AppPlace } from '#sdk/app/app-manifest.ts';
import type { CommandFeed } from '../host/app-host.ts';

/** How long an app may take to be opened and to start, milliseconds: a slow network is no reason to lose what was chosen. */
const LONGEST_OPENING_MS = 15_000;

/** A command of an app, and where it may be run. */
export interface ChosenCommand {
  readonly appId: number;
  readonly id: string;
  /** The nearest first; one at least. */
  readonly places: readonly AppPlace[];
}

interface ShownApp {
  readonly appId: number;
  readonly place: AppPlace;
  readonly tell: (id: string) => void;
}

/** Brings commands to apps: at once where the app is on screen, else when it is, after it was opened. */
export class AppCommands {
  #shown: readonly ShownApp[] = [];
  #waiting: readonly ChosenCommand[] = [];

  /** What an app in a place hears. */
  feed(appId: number, place: AppPlace): CommandFeed {
    return tell => {
      const shown: ShownApp = { appId, place, tell };
      this.#shown = [...this.#shown, shown];
      const mine = this.#waiting.filter(each => each.appId === appId && each.places.includes(place));
      this.#waiting = this.#waiting.filter(each => !mine.includes(each));
      for (const { id } of mine) tell(id);
      return () => {
        this.#shown = this.#shown.filter(each => each !== shown);
      };
    };
  }

  /** Runs a command where the app is shown, or opens it in the nearest place first. `lost` is told when it did not begin there in 15 seconds. */
  run(command: ChosenCommand, open: (place: AppPlace) => void, lost: () => void): void {
    const { appId, id, places } = command;
    // Of two in the same place, the one that appeared last.
    const shown = places.flatMap(place => this.#shown.findLast(each => each.appId === appId && each.place === place) ?? [])[0];
    if (shown !== undefined) return shown.tell(id);
    const [nearest] = places;
    if (nearest === undefined) return lost();
    this.#waiting = [...this.#waiting, command];
    setTimeout(() => {
      if (!this.#waiting.includes(command)) return;
      this.#waiting = this.#waiting.filter(each => each !== command);
      lost();
    }, LONGEST_OPENING_MS);
    open(nearest);
  }
}
