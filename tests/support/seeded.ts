import { configureGlobal } from 'fast-check';

// The same random cases in every run, so that a red build is red for everybody. FAST_CHECK_SEED tries others.
configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20_261_120) });
