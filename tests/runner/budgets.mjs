// What the tests of one part of the product may take, in seconds of test time. A part that passes its budget is marked
// in the table of a run.

/** The budget of each part at each level. */
export const BUDGETS = { unit: 4, component: 4, server: 20, browser: 45 };

/** Parts that need more, and why. */
export const EXCEPTIONS = {
  'core/data': { server: 120, why: 'jobs, backup, migrations and locks on both databases' },
  'core/kernel': { server: 40, why: 'starts servers with plugins of every kind' },
  'plugins/editor-vector': { unit: 10, browser: 110, why: 'every tool with a real pointer' },
  'plugins/editor-pixel': { unit: 10, browser: 75, why: 'masks of real size' },
  'plugins/editor': { unit: 12, browser: 75, why: 'masks of real size, and work that is never lost' },
  'plugins/items': { server: 60, browser: 95, why: 'uploads, copies and bulk changes' },
  'plugins/apps': { browser: 140, why: 'each app is built and sandboxed' },
  'plugins/form': { browser: 150, why: 'the form builder, its components and scripts' },
  'plugins/editor-classification': { browser: 75, why: 'previews of every kind of file' },
  'plugins/administration': { browser: 70, why: 'switches plugins until a leak would show' },
  'plugins/projects': { browser: 65, why: 'a first journey, and every step of a new project' },
  'plugins/review': { browser: 55, why: 'steps, masks and time of more than one person' },
  'plugins/exchange': { server: 60, why: 'every format goes out and comes back' },
  'tests/conformance': { unit: 8, component: 10, server: 200, why: 'fuzz of every operation, wire contracts' },
  'tests/durability': { server: 90, why: 'servers that are killed and started again' },
  'tests/layers': { unit: 8, why: 'reads every source file' },
  'browser/screens': { browser: 60, why: 'opens every page' },
  'browser/sandbox': { browser: 45, why: 'attacks from sandboxed frames' },
};

/** Seconds after which a run warns: two minutes below what it may take. */
export const RUN_WARNING_SECONDS = 18 * 60;
