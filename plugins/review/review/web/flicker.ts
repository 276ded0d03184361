import { inject } from 'inversify';
import { proxy } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables } from '#core/base/common/index.ts';
import { longDate, toastError } from '#core/ui/web/index.ts';
import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { OpenItem, OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { listenTo, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { compareVersions } from '../common/compare-versions.ts';
import type { ItemVersion } from '../common/mask-version.ts';
import { versionBefore } from '../common/version-before.ts';
import { messages } from './messages.ts';
import { VersionCompare } from './version-compare.ts';
import { Versions } from './versions.ts';

/** Milliseconds for which the command shows the version before when no key is held. */
const FLASH = 1_200;

/**
 * Before and after: while a key is held, the objects are drawn as they were in the version before. Nothing of the
 * document changes.
 */
export class Flicker implements Disposable {
  /** Version shown instead of the present; undefined most of the time. */
  readonly state = proxy<{ showing: string | undefined }>({ showing: undefined });
  readonly #owned = new Disposables();
  #code: string | undefined;
  /** Shows the present again. */
  #back: () => void = () => undefined;
  #turn = 0;

  constructor(
    @inject(Versions) private readonly versions: Versions,
    @inject(VersionCompare) private readonly compare: VersionCompare,
    @inject(OpenItemToken) private readonly open: OpenItem,
  ) {
    this.#owned.add(listenTo(window, 'keyup', event => (event as KeyboardEvent).code === this.#code && this.end()));
    this.#owned.add(listenTo(window, 'blur', () => this.end()));
  }

  /** The key went down, or repeats. */
  hold(code: string): void {
    if (this.#code === code) return;
    this.#code = code;
    void this.#begin();
  }

  /** Shows it for a moment, for who has no key to hold. */
  flash(): void {
    this.hold('');
    setTimeout(() => this.#code === '' && this.end(), FLASH);
  }

  end(): void {
    if (this.#code === undefined) return;
    this.#code = undefined;
    this.#turn += 1;
    this.#back();
    this.#back = () => undefined;
    this.state.showing = undefined;
  }

  dispose(): void {
    this.end();
    this.#owned.dispose();
  }

  async #begin(): Promise<void> {
    const turn = ++this.#turn;
    const work = this.open.now;
    if (work === undefined) return;
    try {
      const found = await this.#before(work);
      if (turn !== this.#turn) return;
      if (found === undefined) {
        work.session.notify(messages.flicker.thereIsNoVersionBefore);
        return;
      }
      this.state.showing = found.title;
      this.#back = show(found.version, work);
    } catch (error) {
      if (turn === this.#turn) toastError(error);
    }
  }

  /** The version that is compared with, else the one before the last round of work. */
  async #before(work: OpenWork): Promise<{ readonly version: ItemVersion; readonly title: string } | undefined> {
    const { compared } = this.compare.state;
    const place = { projectId: work.opened.project.id, itemId: work.session.item.id };
    const list = await this.versions.list(place);
    const version = compared === undefined ? versionBefore(list) : list.find(each => each.revision === compared.from);
    if (version === undefined) return undefined;
    return {
      version: await this.versions.version(place, version.revision),
      title: `${longDate(version.updatedAt)} · ${version.updatedBy}`,
    };
  }
}

/** Draws an earlier version in place of the present one. Returns the way back. */
function show({ document, mask }: ItemVersion, { session: { scene }, editor }: OpenWork): () => void {
  if (mask !== undefined && editor?.showMasks !== undefined) return editor.showMasks(document.instances, mask);
  scene.setDrafts(draftsOf(document, scene.document));
  return () => scene.clearDrafts();
}

/**
 * Returns the objects to draw in place of the present ones: those that differ as they were, those that were not there
 * not at all.
 */
function draftsOf(before: AnnotationDocument, now: AnnotationDocument): readonly Instance[] {
  return compareVersions(before, now).map(({ id, before: old, after }) =>
    old === undefined ? { ...after!, visible: false } : { ...old, id },
  );
}
