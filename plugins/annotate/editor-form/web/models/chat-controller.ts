import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { asText, pathKey } from '#plugins/annotate/form/common/index.ts';
import type { ChatLine } from '../../common/chat-turns.ts';
import { asksAgain, historyFor, turnsOf, withAnswer } from '../../common/chat-turns.ts';
import type { FormHandle } from '../form-handle.ts';
import type { FormModels } from '../kit/form-services.ts';
import { messages as texts } from '../messages.ts';
import type { RunOutcome } from './form-runs.ts';

/** Actions in a chat with models. Each change of the conversation is one step of undo. */
export class ChatController {
  constructor(
    private readonly form: FormHandle,
    private readonly component: FormComponent,
    private readonly path: ElementPath,
    /** In the order of their answers. */
    readonly models: readonly string[],
    private readonly offered: { readonly models: FormModels; readonly projectId: number } | undefined,
  ) {}

  /** Begins the key of every answer of this chat. */
  get prefix(): string {
    return `${pathKey(this.path)} `;
  }

  keyOf(turn: number, model: string): string {
    return `${this.prefix}${turn} ${model}`;
  }

  get lines(): readonly ChatLine[] {
    return recordsOf(this.form.controller.value(this.component, this.path));
  }

  set(lines: readonly ChatLine[]): void {
    this.form.controller.set(this.component, this.path, lines);
  }

  /** Says something; every model answers. */
  say(content: string): void {
    this.set([...this.lines, { role: 'user', content }]);
    this.#askAll(turnsOf(this.lines).length - 1);
  }

  /** Says the question of a turn again: what follows it goes. */
  sayAgain(turn: number, content: string): void {
    this.form.runs.dismissUnder(this.prefix);
    this.set(asksAgain(this.lines, turn, content));
    this.#askAll(turn);
  }

  /** Asks one model about a turn; its earlier answer stays until the new one is whole. */
  ask(turn: number, model: string): void {
    const { runs, controller } = this.form;
    const turns = turnsOf(this.lines);
    const question = turns[turn]?.question?.line['content'];
    if (this.offered === undefined) return;
    const { models, projectId } = this.offered;
    runs.start(
      this.keyOf(turn, model),
      models,
      projectId,
      { model, messages: historyFor(turns, model, turn), itemId: controller.session.item.id },
      outcome => {
        // Undo or somebody's edit may have taken the question away.
        if (turnsOf(this.lines)[turn]?.question?.line['content'] !== question)
          return texts.chatController.conversationIsAnotherOneNow;
        if (!controller.mayEdit(this.component.id)) return texts.chatController.thisFieldCantBeChanged;
        this.set(withAnswer(this.lines, turn, answerLine(model, outcome), this.models));
        return undefined;
      },
    );
  }

  stop(): void {
    for (const { key } of this.form.runs.under(this.prefix)) this.form.runs.stop(key);
  }

  #askAll(turn: number): void {
    for (const model of this.models) this.ask(turn, model);
  }
}

/** An answer as it is stored, with what it took. */
const answerLine = (model: string, { text, stopped, latencyMs, usage, cost, runId }: RunOutcome): ChatLine => ({
  role: 'assistant',
  content: text,
  model,
  latency_ms: latencyMs,
  ...(usage === undefined ? {} : { usage: { ...usage } }),
  ...(cost === undefined || cost === null ? {} : { cost }),
  ...(runId === undefined ? {} : { run_id: runId }),
  ...(stopped ? { stopped: true } : {}),
});

/** Returns the time and cost of an answer in words: `1.4 s · 250 tokens · $0.0004`. */
export function answerFacts(line: ChatLine): string {
  const { latency_ms: latency, usage, cost, stopped, edited } = line;
  const tokens =
    typeof usage === 'object' && usage !== null
      ? Number((usage as { readonly output_tokens?: unknown }).output_tokens)
      : Number.NaN;
  return [
    typeof latency === 'number' ? `${(latency / 1000).toFixed(1)} s` : '',
    Number.isFinite(tokens) ? `${tokens.toLocaleString('en')} ${tokens === 1 ? 'token' : 'tokens'}` : '',
    typeof cost === 'number' ? `$${cost < 0.01 ? Number(cost.toPrecision(2)) : cost.toFixed(2)}` : '',
    stopped === true ? 'stopped' : '',
    edited === true ? 'edited' : '',
  ]
    .filter(each => each !== '')
    .join(' · ');
}

export const lineText = (line: ChatLine): string => asText(line['content']);
