/** Trace categories that {@link readTrace} needs. */
export const traceCategories = [
  'devtools.timeline',
  'v8.execute',
  'blink.user_timing',
  'disabled-by-default-v8.gc',
  'toplevel',
  '__metadata',
];

/**
 * Everything the main thread does in JavaScript: handlers, frame callbacks, timers, promises, and the collector that
 * runs in between.
 */
const scriptNames = new Set([
  'EventDispatch',
  'FireAnimationFrame',
  'TimerFire',
  'FunctionCall',
  'RunMicrotasks',
  'v8.callFunction',
  'EvaluateScript',
  'HandlePostMessage',
  'FireIdleCallback',
  'MinorGC',
  'MajorGC',
  'V8.GC_SCAVENGER',
  'V8.GC_MARK_COMPACTOR',
]);

/**
 * Reads a Chromium trace. All times in milliseconds. `script` are the stretches of JavaScript on the page's main
 * thread, none inside another, with the processor time they took (so a busy machine does not falsify them); `frames`
 * the beginnings of its frames; `marks` the user timing marks by name; `tasks` all main-thread tasks.
 */
export function readTrace(buffer) {
  const { traceEvents } = JSON.parse(buffer.toString());
  const main = mainThread(traceEvents);
  const own = traceEvents.filter(event => event.pid === main.pid && event.tid === main.tid);
  const complete = own.filter(event => event.ph === 'X');
  const stretch = event => ({
    name: event.name,
    type: event.args?.data?.type,
    from: event.ts / 1000,
    to: (event.ts + event.dur) / 1000,
    cpu: (event.tdur ?? event.dur) / 1000,
  });
  return {
    script: outermost(complete.filter(event => scriptNames.has(event.name)).map(stretch)),
    events: complete.filter(event => event.name === 'EventDispatch').map(stretch),
    frames: own
      .filter(event => event.name === 'FireAnimationFrame' && event.ph === 'X')
      .map(event => event.ts / 1000)
      .sort((first, second) => first - second),
    tasks: complete
      .filter(event => event.name === 'RunTask' || event.name === 'ThreadControllerImpl::RunTask')
      .map(stretch),
    marks: own
      .filter(event => event.cat?.includes('blink.user_timing'))
      .map(event => ({ name: event.name, at: event.ts / 1000 })),
  };
}

/** Milliseconds of processor time of the script that began in a stretch of time. */
export function scriptBetween(trace, from, to) {
  return trace.script.reduce((sum, one) => (one.from >= from && one.from < to ? sum + one.cpu : sum), 0);
}

/**
 * Milliseconds of script of each frame between two marks; a frame lasts from its first callback's task to the next
 * one's.
 */
export function scriptPerFrame(trace, from, to) {
  const starts = frameStarts(trace).filter(at => at >= from && at <= to);
  return starts.slice(0, -1).map((start, index) => scriptBetween(trace, start, starts[index + 1]));
}

/** Milliseconds of script of each event of a kind, its bubbling and capturing listeners together. */
export function scriptPerEvent(trace, types, from, to) {
  const events = trace.events.filter(event => types.includes(event.type) && event.from >= from && event.to <= to);
  const groups = [];
  for (const event of events.sort((first, second) => first.from - second.from)) {
    const last = groups.at(-1);
    // A pointer event and the mouse event that follows it are one movement of the hand.
    if (last !== undefined && event.from - last.to < 0.5 && !last.types.has(event.type)) {
      last.to = event.to;
      last.types.add(event.type);
    } else {
      groups.push({ from: event.from, to: event.to, types: new Set([event.type]) });
    }
  }
  return groups.map(group => scriptBetween(trace, group.from, group.to + 0.001));
}

export function markAt(trace, name) {
  const mark = trace.marks.find(one => one.name === name);
  if (mark === undefined) throw new Error(`The trace has no mark ${name}`);
  return mark.at;
}

/** The tasks in which frames were made, in order: a new one begins with the first callback of a task. */
function frameStarts(trace) {
  const tasks = trace.tasks.filter(task => trace.frames.some(at => at >= task.from && at <= task.to));
  return tasks.map(task => task.from).sort((first, second) => first - second);
}

function mainThread(events) {
  const marked = events.find(event => event.cat?.includes('blink.user_timing') && event.name?.startsWith('bench:'));
  if (marked === undefined) throw new Error('The trace has no mark of the benchmark');
  return marked;
}

function outermost(stretches) {
  const result = [];
  for (const one of stretches.sort((first, second) => first.from - second.from || second.to - first.to)) {
    if (result.length === 0 || one.from >= result.at(-1).to) result.push(one);
  }
  return result;
}
