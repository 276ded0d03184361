import { defineServerHalf, everyHour, LogToken, PluginLedgerToken } from '#core/kernel/server/index.ts';
import { errorLogApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { ErrorList } from './error-list.ts';
import { ErrorRecorder } from './error-recorder.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [ErrorRecorder],
  bindings(container) {
    container.bind(ErrorRecorder).toSelf();
    container.bind(ErrorList).toSelf();
  },
  activate({ get, implement, hooks, tap, own }) {
    const recorder = get(ErrorRecorder);
    implement(errorLogApi, get(ErrorList).handlers());
    own(get(PluginLedgerToken).onFault(fault => recorder.add(fault)));
    own(
      everyHour(
        () => recorder.trim(),
        error => get(LogToken).warn({ err: error }, 'old errors were not deleted'),
      ),
    );
    tap(hooks.stopping, () => recorder.settled());
  },
});
