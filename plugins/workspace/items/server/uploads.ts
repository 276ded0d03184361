import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import type { Readable } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { isArchiveName } from '../common/archive-entry.ts';
import { archiveLimit } from '../common/uploads-api.ts';
import { fileKindOf } from '../common/file-kinds.ts';
import type { FileKind, FileRules } from '../common/file-kinds.ts';
import { cleanItemName, itemNameProblem, itemNameTakenMessage } from '../common/item-name.ts';
import { otherStorageMessage, storageMessage } from '../common/storage-message.ts';
import { limitMessage, limitState, remainingIn, uploadLimits } from '../common/upload-limits.ts';
import type { LimitState, Plan, UploadLimits } from '../common/upload-limits.ts';
import { Folders } from './folders.ts';
import { FileIntake } from './file-intake.ts';
import { ImageIntake, tooManyBytes } from './image-intake.ts';
import { TextIntake } from './text-intake.ts';
import { ItemQuota } from './item-quota.ts';
import { ItemStatuses } from './item-statuses.ts';
import { ItemsHooks } from './items-hooks.ts';
import type { ItemRow } from './items-hooks.ts';
import type { FolderRow, ItemTables } from './items-tables.ts';

/** The item a file is to become. */
export interface UploadTarget {
  readonly projectId: number;
  readonly folderId: number | undefined;
  readonly name: string;
  readonly onDuplicate: 'skip' | 'replace';
}

export interface UploadRequest extends UploadTarget {
  readonly source: Readable;
}

interface Target {
  readonly name: string;
  readonly project: Awaited<ReturnType<Projects['get']>>;
  readonly folder: FolderRow;
  /** The item that has the name. */
  readonly before: ItemRow | undefined;
  readonly kind: FileKind;
  readonly rules: { readonly projectTypeName: string } & FileRules;
}

export interface Uploaded {
  readonly status: 'created' | 'replaced' | 'skipped';
  readonly row: ItemRow;
}

/** Expected results of a batch of names. */
export interface UploadCheck {
  readonly existing: string[];
  readonly invalid: { readonly name: string; readonly message: string; readonly suggestion: string }[];
  readonly limitState: LimitState | undefined;
  readonly remaining: number;
  readonly message: string | undefined;
  readonly maxBytes: number;
  readonly maxPixels: number;
}

/** Takes files in as items. */
export class Uploads {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(Folders) private readonly folders: Folders,
    @inject(ImageIntake) private readonly images: ImageIntake,
    @inject(TextIntake) private readonly texts: TextIntake,
    @inject(FileIntake) private readonly files: FileIntake,
    @inject(ItemStatuses) private readonly statuses: ItemStatuses,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
  ) {}

  /**
   * Asks whether a file of `size` bytes could become an item, before its bytes travel.
   * @throws Fault NAME_EXISTS (409) for a taken name that is to be skipped, and what `upload` throws of it.
   */
  async admit(
    context: RequestContext,
    request: UploadTarget,
    size: number,
  ): Promise<{ readonly name: string; readonly folderId: number }> {
    const { name, folder, before, rules } = await this.#target(context, request);
    if (before !== undefined && request.onDuplicate === 'skip')
      throw new Fault('NAME_EXISTS', itemNameTakenMessage, { status: 409, details: { field: 'name' } });
    if (size > rules.maxBytes) throw tooManyBytes(name, rules.maxBytes);
    return { name, folderId: folder.id };
  }

  /**
   * The same for an archive, whose images are looked at when it is unpacked.
   * @throws Fault TYPE_NOT_SUPPORTED, TOO_LARGE, UPLOAD_STATE, FOLDER_LIMIT, PROJECT_LIMIT, NOT_FOUND.
   */
  async admitArchive(
    context: RequestContext,
    target: UploadTarget,
    size: number,
  ): Promise<{ readonly name: string; readonly folderId: number }> {
    const name = cleanItemName(target.name);
    if (!isArchiveName(name))
      throw new Fault(
        'TYPE_NOT_SUPPORTED',
        `${name} is no archive that can be unpacked. Use .zip, .tar, .tar.gz or .tgz.`,
        { status: 415 },
      );
    const { folder } = await this.#target(context, { ...target, name });
    if (size > archiveLimit) throw tooManyBytes(name, archiveLimit);
    return { name, folderId: folder.id };
  }

  /** Refuses more images of one upload than the plan lets. @throws Fault PLAN_LIMIT (422). */
  async demandCount(context: RequestContext, images: number): Promise<void> {
    const limits = await this.#limits(context);
    if (images > limits.images)
      throw new Fault('PLAN_LIMIT', limitMessage(limits.images, 'plan'), {
        status: 422,
        details: { limit: limits.images, asked: images },
      });
  }

  /**
   * Keeps one file as an item. Of a name that is taken the item is left alone, or gets the new file and keeps its
   * annotations.
   * @throws Fault INVALID_FIELD, TYPE_NOT_SUPPORTED, TOO_LARGE, ASSET_UNREADABLE, FOLDER_LIMIT, PROJECT_LIMIT,
   * UPLOAD_STATE, NOT_FOUND.
   */
  async upload(context: RequestContext, request: UploadRequest): Promise<Uploaded> {
    const { projectId, onDuplicate } = request;
    const { name, project, folder, before, kind, rules } = await this.#target(context, request);
    if (before !== undefined && onDuplicate === 'skip') return { status: 'skipped', row: before };
    const { word, examinedAs } = kind;
    const intake = { image: this.images, text: this.texts, video: this.files, file: this.files };
    const taken = await (examinedAs === undefined ? intake[word] : this.files).take(request.source, {
      name,
      word,
      ...(examinedAs === undefined ? {} : { examinedAs }),
      ...rules,
    });
    const start = (await this.statuses.of(context, projectId)).start;
    try {
      return await context.transaction(async (trx: Kysely<ItemTables>) => {
        const again = await this.#named(context, folder.id, name);
        if (again !== undefined && onDuplicate === 'skip') return { status: 'skipped', row: again };
        const row =
          again === undefined
            ? await trx
                .insertInto('items.item')
                .values({
                  team_id: context.team.id,
                  project_id: projectId,
                  folder_id: folder.id,
                  name,
                  annotation_status: start,
                  ...taken,
                })
                .returningAll()
                .executeTakeFirstOrThrow()
            : await trx
                .updateTable('items.item')
                .set({ ...taken, thumbnail_mime: null, lores_mime: null, updated_at: new Date() })
                .where('id', '=', again.id)
                .returningAll()
                .executeTakeFirstOrThrow();
        if (examinedAs !== undefined) await this.hooks.received.for(examinedAs).promise(context, row);
        if (again === undefined) await this.hooks.created.promise(context, projectId, [row]);
        if (project.upload_state === 1) await this.projects.setUploadState(context, projectId, 2);
        await this.statuses.announce(context, projectId, [row.id], folder.id);
        return { status: again === undefined ? 'created' : 'replaced', row };
      });
    } catch (error) {
      // Two uploads of one name at the same moment: the other one was first.
      if (asUniqueViolation(error) === undefined) throw error;
      const first = await this.#named(context, folder.id, name);
      if (first === undefined) throw error;
      return { status: 'skipped', row: first };
    }
  }

  /** Returns the expected results of a batch, so that the screen asks before the bytes travel. */
  async check(
    context: RequestContext,
    projectId: number,
    {
      folder_id: folderId,
      names,
      attached,
    }: { readonly folder_id?: number | undefined; readonly names: readonly string[]; readonly attached: boolean },
  ): Promise<UploadCheck> {
    const project = await this.projects.get(context, projectId);
    const folder = await this.folders.get(context, projectId, folderId);
    const invalid = attached
      ? []
      : names.flatMap(name => {
          const message = itemNameProblem(name.normalize('NFC').trim());
          return message === undefined ? [] : [{ name, message, suggestion: cleanItemName(name) }];
        });
    const clean = new Map(names.map(name => [name.normalize('NFC').trim(), name]));
    const taken = await context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.item')
        .select('name')
        .where('folder_id', '=', folder.id)
        .where('deleted_at', 'is', null)
        .where('name', 'in', [...clean.keys()])
        .execute(),
    );
    const existing = taken.map(row => clean.get(row.name)!);
    const asked = names.length - existing.length;
    const { inFolder, inProject, inPlan } = await this.quota.in(context, folder, asked);
    const limits = await this.#limits(context);
    const targets = [
      inFolder,
      inProject,
      ...(inPlan === undefined ? [] : [inPlan]),
      ...(attached ? [] : [{ limit: limits.images, used: 0, asked }]),
    ];
    const state = limitState(targets);
    const short = targets.findIndex(target => target.used + target.asked > target.limit);
    const kind = fileKindOf(project.type);
    const rules = kind?.rules(limits, project.type);
    const refused =
      kind?.keptEitherWay !== true && project.upload_state === (attached ? 2 : 3)
        ? storageMessage(attached)
        : undefined;
    return {
      existing,
      invalid,
      limitState: state,
      remaining: refused === undefined ? Math.min(...targets.map(remainingIn)) : 0,
      message:
        refused ??
        (state === undefined
          ? undefined
          : limitMessage(targets[short]!.limit, (['folder', 'project'] as const)[short] ?? 'plan')),
      maxBytes: rules?.maxBytes ?? 0,
      maxPixels: rules?.maxPixels ?? 0,
    };
  }

  async #target(context: RequestContext, { projectId, folderId, name: given }: UploadTarget): Promise<Target> {
    const name = given.normalize('NFC').trim();
    const problem = itemNameProblem(name);
    if (problem !== undefined)
      throw new Fault('INVALID_FIELD', problem, {
        status: 400,
        details: { issues: [{ field: 'name', reason: problem }] },
      });
    const project = await this.projects.get(context, projectId);
    const projectTypeName = this.types.titleOf(project.type);
    const kind = fileKindOf(project.type);
    if (kind === undefined)
      throw new Fault('TYPE_NOT_SUPPORTED', `Uploaded files aren't supported in ${projectTypeName} projects.`, {
        status: 415,
      });
    if (project.upload_state === 3 && !kind.keptEitherWay)
      throw new Fault('UPLOAD_STATE', otherStorageMessage('external'), { status: 409 });
    const folder = await this.folders.get(context, projectId, folderId);
    const before = await this.#named(context, folder.id, name);
    if (before === undefined) await this.quota.demand(context, folder, 1);
    const rules = kind.rules(await this.#limits(context), project.type, name);
    if (rules.maxBytes === 0)
      throw new Fault(
        'PLAN_LIMIT',
        `The plan of this organization does not include ${kind.word === 'image' ? kind.plural : 'files like this one'}.`,
        { status: 422, details: { limit: 0 } },
      );
    return { name, project, folder, before, kind, rules: { projectTypeName, ...rules } };
  }

  async #named(context: RequestContext, folderId: number, name: string): Promise<ItemRow | undefined> {
    return context.transaction((trx: Kysely<ItemTables>) =>
      trx
        .selectFrom('items.item')
        .selectAll()
        .where('folder_id', '=', folderId)
        .where('name', '=', name)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    );
  }

  async #limits(context: RequestContext): Promise<UploadLimits> {
    const { plan } = await this.organizations.get(context.team.organizationId);
    return uploadLimits[plan as Plan] ?? uploadLimits[99];
  }
}
