import type { Disposable } from '#core/base/common/index.ts';
import type { Camera } from '#plugins/annotate/stage/web/kit/index.ts';
import { readView, viewText } from '../common/view-address.ts';

/** Milliseconds of rest after which the view is written; browsers limit how often the address may change. */
const REST_MS = 400;
const PARAMETER = 'view';

/** Shows the view that the address names, and keeps the address at the view. */
export function viewInAddress(camera: Camera): Disposable {
  const begin = readView(new URLSearchParams(location.search).get(PARAMETER));
  if (begin !== undefined) camera.restore(begin);
  const { pathname } = location;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    // Another page is open by now.
    if (location.pathname !== pathname) return;
    const search = new URLSearchParams(location.search);
    search.set(PARAMETER, viewText(camera.view));
    history.replaceState(history.state, '', `${pathname}?${search.toString().replaceAll('%2C', ',')}${location.hash}`);
  };
  const stop = camera.onChange(() => {
    clearTimeout(rest);
    rest = setTimeout(write, REST_MS);
  });
  return {
    dispose() {
      clearTimeout(rest);
      stop();
    },
  };
}
