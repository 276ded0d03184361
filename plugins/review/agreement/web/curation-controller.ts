import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession, OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ItemVersion } from '#plugins/review/review/common/index.ts';
import type { Curation } from '../common/api.ts';
import type { PieceFilter } from '../common/curation-edits.ts';
import { isDisputed, leavePiece, takenOf, takePiece } from '../common/curation-edits.ts';
import type { CurationPiece } from './curation-pieces.ts';
import { insertAll, paintAll } from './curation-pieces.ts';
import { AgreementClient } from './agreement-client.ts';
import { messages } from './messages.ts';

interface CurationState {
  curation: Curation | undefined;
  loading: boolean;
  fault: unknown;
  pieces: readonly CurationPiece[];
  /** Position of the selected piece, among those that are shown. */
  at: number;
  filter: PieceFilter;
  /** Pieces at least this alike are taken together, 0 to 1. */
  enough: number;
}

/** The panel of curation. */
const PANEL = 'agreement.curation';
/** Milliseconds after an edit until it is looked at again what was taken. */
const CALM = 120;

/** Brings together what several people made of the open item. */
export class CurationController implements Disposable {
  readonly state = proxy<CurationState>({
    curation: undefined,
    loading: false,
    fault: undefined,
    pieces: ref([]),
    at: 0,
    filter: 'all',
    enough: 0.8,
  });
  #versions: readonly (ItemVersion | undefined)[] = [];
  /** Pieces by the person and the id of what that person made. */
  #ends: ReadonlyMap<string, CurationPiece> = new Map();
  #itemId: number | undefined;
  #offered: number | undefined;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopScene: () => void = () => undefined;
  readonly #stop: Disposable;

  constructor(
    @inject(AgreementClient) private readonly client: AgreementClient,
    @inject(OpenItemToken) private readonly open: OpenItem,
  ) {
    open.hidePanel(PANEL, true);
    this.#stop = toDisposable(
      open.onChange(() => {
        if (open.now?.session.item.id !== this.#itemId) this.close();
        void this.#offer(open.now?.opened.project.id);
      }),
    );
  }

  /** The copies by the same order as `curation.works`; undefined of those not submitted. */
  get versions(): readonly (ItemVersion | undefined)[] {
    return this.#versions;
  }

  /** The pieces that the filter shows. */
  get shown(): readonly CurationPiece[] {
    const { pieces, filter, enough, curation } = this.state;
    const works = curation?.works.filter(each => each.document !== null).length ?? 0;
    return pieces.filter(
      each =>
        filter === 'all' || (filter === 'open' ? each.taken.kind === 'nothing' : isDisputed(each.piece, works, enough)),
    );
  }

  /** Loads the copies of the open item. */
  async load(): Promise<void> {
    const work = this.open.now;
    if (work === undefined) return;
    const turn = ++this.#turn;
    this.#itemId = work.session.item.id;
    Object.assign(this.state, { loading: true, fault: undefined });
    try {
      const curation = await this.client.api.getCuration({
        params: { project_id: work.opened.project.id, item_id: this.#itemId },
      });
      const versions = await Promise.all(
        curation.works.map(async ({ document, mask }) =>
          document === null
            ? undefined
            : {
                document,
                mask: work.session.scene.raster === undefined ? undefined : await this.open.readMask(mask?.url),
              },
        ),
      );
      if (turn !== this.#turn) return;
      this.#show(curation, versions, work.session);
    } catch (error) {
      if (turn === this.#turn) this.state.fault = error;
    }
    if (turn === this.#turn) this.state.loading = false;
  }

  close(): void {
    this.#turn += 1;
    this.#itemId = undefined;
    this.#versions = [];
    this.#stopScene();
    this.#stopScene = () => undefined;
    clearTimeout(this.#timer);
    Object.assign(this.state, { curation: undefined, loading: false, fault: undefined, pieces: ref([]), at: 0 });
  }

  setFilter(filter: PieceFilter): void {
    Object.assign(this.state, { filter, at: 0 });
  }

  /** Sets the likeness from which pieces are taken together, 0 to 1. */
  setEnough(enough: number): void {
    this.state.enough = enough;
  }

  /** Selects one of the shown pieces, and shows its place. */
  goTo(at: number): void {
    const found = this.shown[at];
    const work = this.open.now;
    if (found === undefined || work === undefined) return;
    this.state.at = at;
    const { taken, things, piece } = found;
    const { editor } = work;
    const thing = things[piece.best];
    if (taken.kind !== 'nothing') editor?.focusInstance(taken.id);
    else if (thing !== undefined) this.#showPlace(thing);
  }

  step(by: 1 | -1): void {
    const { length } = this.shown;
    if (length > 0) this.goTo(Math.min(length - 1, Math.max(0, this.state.at + by)));
  }

  /** Takes a piece as a person made it, the best when nobody is named, and selects the next one. */
  take(found: CurationPiece, person = found.piece.best): void {
    const session = this.#writable();
    if (session === undefined || found.things[person] === undefined) return;
    const endOf = (id: string): string | undefined => {
      const taken = this.#ends.get(`${person} ${id}`)?.taken;
      return taken === undefined || taken.kind === 'nothing' ? undefined : taken.id;
    };
    const patches = takePiece(found.things, person, this.#versions[person]!, presentOf(session), endOf);
    if (patches === undefined) return session.notify(messages.curationController.takeWhatItLeads);
    this.#edit(session, messages.curationController.takeFromACopy, patches);
  }

  /** Takes a piece out of the item again. */
  leave(found: CurationPiece): void {
    const session = this.#writable();
    if (session !== undefined)
      this.#edit(session, messages.curationController.leaveOut, leavePiece(found.things, presentOf(session)));
  }

  /** Takes all pieces that are alike enough and that everybody has, as one step of undo. Answers how many. */
  takeAgreed(): number {
    const session = this.#writable();
    const works = this.#versions.filter(each => each !== undefined).length;
    if (session === undefined) return 0;
    const agreed = this.state.pieces.filter(
      ({ piece, taken }) => taken.kind === 'nothing' && !isDisputed(piece, works, this.state.enough),
    );
    const { patches, count } =
      session.scene.raster === undefined
        ? insertAll(agreed, this.#versions, presentOf(session), this.#ends)
        : paintAll(agreed, this.#versions, session.scene.document, session.scene.raster.copy());
    this.#edit(
      session,
      count === 1 ? messages.curationController.take1Piece : messages.curationController.takeCountPieces(count),
      patches,
    );
    return count;
  }

  dispose(): void {
    this.close();
    this.#stop.dispose();
  }

  /** The panel is there where several people annotate each item. */
  async #offer(projectId: number | undefined): Promise<void> {
    if (projectId === this.#offered) return;
    this.#offered = projectId;
    this.open.hidePanel(PANEL, true);
    if (projectId === undefined) return;
    const people = await this.client.people(projectId).catch(() => null);
    if (projectId === this.#offered && people !== null) this.open.hidePanel(PANEL, false);
  }

  #edit(session: EditorSession, label: string, patches: readonly Patch[]): void {
    session.edit(label, patches);
    clearTimeout(this.#timer);
    this.#look();
  }

  #writable(): EditorSession | undefined {
    const session = this.open.now?.session;
    if (session?.readOnly === true) session.notify(messages.curationController.thisItemIsReadOnly);
    return session?.readOnly === false ? session : undefined;
  }

  #show(curation: Curation, versions: readonly (ItemVersion | undefined)[], { scene }: EditorSession): void {
    this.#versions = versions;
    this.state.curation = ref(curation);
    this.state.at = 0;
    this.#stopScene();
    this.#stopScene = scene.onChange(() => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#look(), CALM);
    });
    this.#look();
  }

  /** Finds out what stands of each piece now. */
  #look(): void {
    const { curation } = this.state;
    const session = this.open.now?.session;
    if (curation === undefined || session === undefined) return;
    const now = presentOf(session);
    const instances = new Map(now.document.instances.map(each => [each.id, each]));
    const made = this.#versions.map(each => new Map(each?.document.instances.map(instance => [instance.id, instance])));
    const pieces = curation.pieces.map(piece => {
      const things = piece.things.map((id, person) => (id === null ? undefined : made[person]?.get(id)));
      return { piece, things, taken: takenOf(things, this.#versions, now, instances) };
    });
    this.#ends = new Map(
      pieces.flatMap(each =>
        each.things.flatMap((thing, person) => (thing === undefined ? [] : [[`${person} ${thing.id}`, each] as const])),
      ),
    );
    this.state.pieces = ref(pieces);
    this.state.at = Math.max(0, Math.min(this.state.at, this.shown.length - 1));
  }

  #showPlace(thing: Instance): void {
    const editor = this.open.now?.editor;
    const area = editor?.boundsOf?.(thing);
    if (area !== undefined) editor?.showArea?.(area);
    else if (typeof thing['start'] === 'number' && typeof thing['end'] === 'number')
      editor?.showThread?.({ start: thing['start'], end: thing['end'] });
  }
}

function presentOf({ scene }: EditorSession): ItemVersion {
  return { document: scene.document, mask: scene.raster };
}
