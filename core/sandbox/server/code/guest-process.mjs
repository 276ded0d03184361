// The process in which code of people runs: QuickJS in WebAssembly, one fresh instance with a capped memory for each
// `begin`. It gets messages of its parent, a line of JSON each, and answers them; it has no environment, and Node's
// permissions leave it only files of the product to read.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';

const PAGE_BYTES = 65_536;
const STACK_BYTES = 256 * 1024;
/** Megabytes of memory that most code has. */
const USUAL_MB = 64;
/** Characters of one log line, and of one argument of a host call. */
const MOST_LINE = 8_192;
const MOST_ARGUMENT = 262_144;
/** Characters of one result. */
const MOST_RESULT = 262_144;
const MOST_LINES = 1_000;
/** Characters of all log lines of one call. */
const MOST_LOG = 1_000_000;

const send = message => void process.stdout.write(`${JSON.stringify(message)}\n`);

const require = createRequire(import.meta.url);
const wasm = new WebAssembly.Module(readFileSync(require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));

let guest;
/** The instance that the next `begin` takes if it has the memory that was asked for. */
let ready;
/** Milliseconds since 1970. */
let deadline = 0;
/** Host calls that are not answered yet, by number. */
const waiting = new Map();
let calls = 0;
/** Ends with the last message that arrived. */
let running = Promise.resolve();
/** The fault of the scripts. */
let refusal;
let lines = [];
let logged = 0;
/** Bytes of the memory of the guest, which only grows. */
let memory = () => 0;
let wake = () => undefined;

const fault = (code, message, extra = {}) => ({ code, message, ...extra });

/** Turns an error of the guest into data. */
function errorOf(context, handle) {
  const value = context.dump(handle);
  handle.dispose();
  if (typeof value !== 'object' || value === null) return fault('THROWN', String(value));
  const message = String(value.message ?? '');
  if (value.name === 'InternalError' && message === 'interrupted')
    return fault('TIMEOUT', 'The code ran longer than its time limit.', { fatal: true });
  if (value.name === 'InternalError' && message === 'out of memory')
    return fault('OUT_OF_MEMORY', 'The code needs more memory than its limit.', { fatal: true });
  return fault('THROWN', message, {
    name: String(value.name ?? 'Error'),
    stack: String(value.stack ?? '').slice(0, 4000),
  });
}

function runJobs() {
  const { runtime, context } = guest;
  const result = runtime.executePendingJobs(100_000);
  if (result.error !== undefined) return errorOf(context, result.error);
  return runtime.hasPendingJob() ? fault('TOO_MANY_JOBS', 'The code never comes to rest.', { fatal: true }) : undefined;
}

/** Makes an instance without code. */
async function instance(memoryMb) {
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: (memoryMb * 1024 * 1024) / PAGE_BYTES });
  const module = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: wasm, wasmMemory }));
  const runtime = module.newRuntime();
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => Date.now() > deadline);
  return { memoryMb, wasmMemory, runtime, context: runtime.newContext() };
}

async function begin({ scripts, memoryMb, deadlineMs }) {
  guest = ready?.memoryMb === memoryMb ? ready : await instance(memoryMb);
  ready = undefined;
  const { context, wasmMemory } = guest;
  memory = () => wasmMemory.buffer.byteLength;
  deadline = Date.now() + deadlineMs;
  const host = context.newFunction('host', (name, json) => {
    const promise = context.newPromise();
    const text = context.getString(json);
    calls += 1;
    const id = calls;
    const settle = answer => {
      const handle = context.newString(answer);
      promise.resolve(handle);
      handle.dispose();
    };
    if (text.length > MOST_ARGUMENT)
      settle(JSON.stringify({ fault: fault('ARGUMENT_TOO_LARGE', 'The argument has more than 256 KiB.') }));
    else {
      waiting.set(id, settle);
      send({ kind: 'host', id, name: context.getString(name), json: text });
    }
    return promise.handle;
  });
  const note = context.newFunction('note', (level, text) => {
    if (lines.length < MOST_LINES && logged < MOST_LOG) {
      lines.push(`${context.getString(level)} ${context.getString(text).slice(0, MOST_LINE)}`);
      logged += lines.at(-1).length;
    }
    return context.undefined;
  });
  context.setProp(context.global, 'host', host);
  context.setProp(context.global, 'note', note);
  host.dispose();
  note.dispose();
  for (const { name, text } of scripts) {
    const result = context.evalCode(text, name);
    if (result.error !== undefined) return errorOf(context, result.error);
    result.value.dispose();
    const failed = runJobs();
    if (failed !== undefined) return failed;
  }
  return undefined;
}

async function call({ json, deadlineMs }) {
  const { context } = guest;
  lines = [];
  logged = 0;
  deadline = Date.now() + deadlineMs;
  const run = context.getProp(context.global, 'runGuest');
  const input = context.newString(json);
  const started = context.callFunction(run, context.undefined, input);
  run.dispose();
  input.dispose();
  if (started.error !== undefined) return { fault: errorOf(context, started.error) };
  const promise = started.value;
  try {
    for (;;) {
      const failed = runJobs();
      if (failed !== undefined) return { fault: failed };
      const state = context.getPromiseState(promise);
      if (state.type === 'rejected') return { fault: errorOf(context, state.error) };
      if (state.type === 'fulfilled') {
        const result = context.getString(state.value);
        if (!state.notAPromise) state.value.dispose();
        return result.length > MOST_RESULT
          ? { fault: fault('RESULT_TOO_LARGE', 'The result has more than 256 KiB. Return less.') }
          : { json: result };
      }
      if (Date.now() > deadline)
        return { fault: fault('TIMEOUT', 'The code ran longer than its time limit.', { fatal: true }) };
      if (waiting.size === 0)
        return { fault: fault('NEVER_SETTLED', 'The code waits for a promise that never settles.') };
      await new Promise(resolve => (wake = resolve));
    }
  } finally {
    promise.dispose();
  }
}

/** The compiler of WebAssembly compiles a function when it is first called: this calls those that most code needs. */
const WARM_UP = `(async () => {
  const { items: [first], ...rest } = JSON.parse(JSON.stringify({ items: [{ name: 'x', at: 1.5 }], none: null }));
  class Warm extends Error {}
  try { throw new Warm(\`\${first.name} \${[3, 1, 2].sort().map(each => each * 2).join()}\`); }
  catch (error) { await Promise.resolve(new Map(Object.entries(rest)).get(/x+/.exec(error.stack)?.[0])); }
})()`;

async function warmUp() {
  await begin({ scripts: [{ name: 'warm-up.js', text: WARM_UP }], memoryMb: 16, deadlineMs: 10_000 });
  guest.context.dispose();
  guest.runtime.dispose();
}

createInterface({ input: process.stdin })
  .on('line', line => take(JSON.parse(line)))
  .on('close', () => process.exit(0));

function take(message) {
  if (message.kind === 'answer') {
    waiting.get(message.id)?.(message.json);
    waiting.delete(message.id);
    wake();
    return;
  }
  const failed = error => fault('SANDBOX', String(error?.message ?? error).slice(0, 500), { fatal: true });
  if (message.kind === 'begin')
    running = begin(message)
      .catch(failed)
      .then(problem => {
        refusal = problem;
        send({ kind: 'begun', fault: problem, lines });
      });
  // Calls that arrive early wait for the beginning and for those before them; none runs after scripts that failed.
  if (message.kind === 'call')
    running = running
      .then(() => (refusal === undefined ? call(message) : { fault: refusal }))
      .catch(error => ({ fault: failed(error) }))
      .then(outcome => send({ kind: 'done', ...outcome, lines, memory: memory() }));
}
await warmUp();
ready = await instance(USUAL_MB);
send({ kind: 'ready' });
