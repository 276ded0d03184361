import { EventSourceParserStream } from 'eventsource-parser/stream';
import { Fault } from '#core/base/common/index.ts';
import type { AppModelAnswer } from '#sdk/app/app-data.ts';

interface Done {
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  readonly cost?: number | null;
  readonly latency_ms: number;
}

/**
 * Reads a streamed answer of a model to its end.
 * @throws Fault with the code of the failure, MODEL_CUT when the stream ends before the answer does.
 */
export async function readModelAnswer(response: Response): Promise<AppModelAnswer> {
  let text = '';
  const events = response
    .body!.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array<ArrayBuffer>, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await events.read();
    if (done) throw new Fault('MODEL_CUT', 'The answer broke off. Try again.', { status: 502 });
    const data: unknown = JSON.parse(value.data);
    if (value.event === 'delta') text += (data as { readonly text: string }).text;
    else if (value.event === 'error') {
      const { code, message } = data as { readonly code: string; readonly message: string };
      throw new Fault(code, message, { status: 422 });
    } else if (value.event === 'done') {
      const { usage, cost, latency_ms: milliseconds } = data as Done;
      return {
        text,
        milliseconds,
        ...(usage === undefined ? {} : { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens }),
        ...(cost === undefined || cost === null ? {} : { cost }),
      };
    }
  }
}
