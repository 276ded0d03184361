import { proxy, ref } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { Fault, forbidden, isFault, NoticeHook, QuestionHook, toDisposable } from '#core/base/common/index.ts';
import type { CommandInfo, PlaceContext } from '../common/index.ts';

export type CommandHandler = (argument: PlaceContext) => void | Promise<void>;

/** A handler and when it can run; a command without one that can run is drawn disabled. */
interface Implementation {
  readonly handler: CommandHandler;
  readonly available: () => boolean;
}

/** Every command of the enabled plugins, and the one door through which they run. */
export class CommandRegistry {
  /** Declared commands by id; replaced as a whole when plugins come and go. */
  readonly state = proxy<{ commands: ReadonlyMap<string, CommandInfo> }>({ commands: ref(new Map()) });
  /** A Fault as the answer refuses the command. */
  readonly starting = new QuestionHook<[command: CommandInfo, argument: PlaceContext], Fault>('core.command.starting');
  /** A command ran to its end. */
  readonly finished = new NoticeHook<[command: CommandInfo, argument: PlaceContext]>('core.command.finished');
  readonly #implementations = new Map<string, Implementation>();

  /** `wake` activates the plugin that owns a command; `can` asks the gate; `failed` shows an error. */
  constructor(
    private readonly options: {
      readonly wake: (plugin: string) => Promise<void>;
      readonly can: (access: string) => boolean;
      readonly failed: (fault: unknown) => void;
    },
  ) {}

  declare(commands: readonly CommandInfo[]): void {
    this.state.commands = ref(new Map(commands.map(each => [each.id, each])));
  }

  implement(id: string, handler: CommandHandler, available: () => boolean = () => true): Disposable {
    const implementation = { handler, available };
    this.#implementations.set(id, implementation);
    return toDisposable(() => {
      if (this.#implementations.get(id) === implementation) this.#implementations.delete(id);
    });
  }

  has(id: string): boolean {
    return this.#implementations.has(id);
  }

  get implemented(): number {
    return this.#implementations.size;
  }

  /**
   * Returns whether the command may be offered now. A sleeping plugin's command is offered: running it wakes the
   * plugin.
   */
  offered(id: string): boolean {
    const command = this.state.commands.get(id);
    if (command === undefined || !this.options.can(command.access)) return false;
    return this.#implementations.get(id)?.available() ?? true;
  }

  /** Runs a command; errors are shown, not thrown. True when it ran. */
  async run(id: string, argument: PlaceContext = {}): Promise<boolean> {
    try {
      const command = this.state.commands.get(id);
      if (command === undefined) throw new Fault('NOT_FOUND', `The command ${id} is not available.`, { status: 404 });
      if (!this.options.can(command.access)) throw forbidden(command.access);
      await this.options.wake(id.slice(0, id.indexOf('.')));
      const refusal = await this.starting.promise(command, argument);
      if (isFault(refusal)) throw refusal;
      const implementation = this.#implementations.get(id);
      if (implementation === undefined || !implementation.available()) return false;
      await implementation.handler(argument);
      this.finished.call(command, argument);
      return true;
    } catch (error) {
      this.options.failed(error);
      return false;
    }
  }
}
