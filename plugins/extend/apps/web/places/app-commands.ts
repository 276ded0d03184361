import type { AppPlace } from '#sdk/app/app-manifest.ts';
import type { CommandFeed } from '../host/app-host.ts';

/**
 * Milliseconds that an app may take to start when its place is open: a slow network is no reason to lose what was
 * chosen.
 */
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
  readonly send: (id: string) => void;
}

interface WaitingCommand {
  readonly command: ChosenCommand;
  timer?: ReturnType<typeof setTimeout>;
}

/** Brings commands to apps: at once where the app is on screen, else when it is, after it was opened. */
export class AppCommands {
  #shown: readonly ShownApp[] = [];
  #waiting: readonly WaitingCommand[] = [];

  /** Returns the commands for an app in a place. */
  feed(appId: number, place: AppPlace): CommandFeed {
    return send => {
      const shown: ShownApp = { appId, place, send };
      this.#shown = [...this.#shown, shown];
      const mine = this.#waiting.filter(({ command }) => command.appId === appId && command.places.includes(place));
      this.#drop(mine);
      for (const { command } of mine) send(command.id);
      return () => {
        this.#shown = this.#shown.filter(each => each !== shown);
      };
    };
  }

  /**
   * Runs a command where the app is shown, or opens it in the nearest place first. Where `open` answers that the person
   * stayed, nothing is run. `lost` is called when the app did not begin there in 15 seconds.
   */
  async run(command: ChosenCommand, open: (place: AppPlace) => Promise<boolean>, lost: () => void): Promise<void> {
    const { appId, id, places } = command;
    // Of two in the same place, the one that appeared last.
    const shown = places.flatMap(
      place => this.#shown.findLast(each => each.appId === appId && each.place === place) ?? [],
    )[0];
    if (shown !== undefined) return shown.send(id);
    const [nearest] = places;
    if (nearest === undefined) return lost();
    const waiting: WaitingCommand = { command };
    this.#waiting = [...this.#waiting, waiting];
    const opened = await open(nearest);
    if (!this.#waiting.includes(waiting)) return;
    if (!opened) return this.#drop([waiting]);
    waiting.timer = setTimeout(() => {
      this.#drop([waiting]);
      lost();
    }, LONGEST_OPENING_MS);
  }

  /** Forgets what waits: the team is left. */
  forget(): void {
    this.#drop(this.#waiting);
  }

  #drop(dropped: readonly WaitingCommand[]): void {
    for (const { timer } of dropped) clearTimeout(timer);
    this.#waiting = this.#waiting.filter(each => !dropped.includes(each));
  }
}
