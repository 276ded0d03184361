import { DatabaseToken, defineServerHalf, everyHour, LogToken } from '#core/kernel/server/index.ts';
import { AccountHooks } from '#core/tenancy/server/index.ts';
import { Projects, ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import manifest from '../manifest.ts';
import { itemsApi } from '../common/api.ts';
import { itemChangeApi } from '../common/change-api.ts';
import { copyOrMoveApi } from '../common/copy-or-move-api.ts';
import { copyApi } from '../common/copy-api.ts';
import { folderSearchApi, itemListApi } from '../common/search-api.ts';
import { outsideFilesApi } from '../common/outside-api.ts';
import { uploadsApi } from '../common/uploads-api.ts';
import { foldersApi, itemChangesApi, itemServiceApi } from '../common/wire-api.ts';
import { itemAccessApi, itemWritingApi } from '../common/writing-api.ts';
import { assignChange, splitChange, unassignChange } from './changing/assignment-changes.ts';
import { ChangeWorks } from './changing/change-works.ts';
import { SelectionWalk } from './changing/selection-walk.ts';
import { BulkChanges } from './changing/bulk-changes.ts';
import { CopyOrMovePreview } from './changing/copy-or-move-preview.ts';
import { copyOrMoveHandlers, changeHandlers } from './changing/change-handlers.ts';
import { ChangeRecords, forgetOldChanges } from './changing/change-records.ts';
import { deleteChange, restoreChange } from './changing/delete-changes.ts';
import { approvalChange, pinChange, priorityChange } from './changing/field-changes.ts';
import { ItemCopyOrMove } from './changing/item-copy-or-move.ts';
import { ItemMarks } from './changing/item-marks.ts';
import { CrossProjectChecks } from './changing/cross-project-checks.ts';
import { CopyOrMoveUndo } from './changing/copy-or-move-undo.ts';
import { statusChange } from './changing/status-change.ts';
import { AddressLists } from './address-lists.ts';
import { AddressManifests } from './address-manifests.ts';
import { ArchiveUnpacking } from './archives/archive-unpacking.ts';
import { copyHandlers } from './copy-handlers.ts';
import { ExternalItems } from './external-items.ts';
import { FolderContents } from './folder-contents.ts';
import { FolderViews } from './folder-views.ts';
import { FolderSearch } from './folder-search.ts';
import { ImageIntake } from './image-intake.ts';
import { ImageMeasuring } from './image-measuring.ts';
import { ItemCopier } from './item-copier.ts';
import { ItemCopies } from './item-copies.ts';
import { ItemDetails } from './item-details.ts';
import { ItemDuplicates } from './item-duplicates.ts';
import { ItemCounts } from './item-counts.ts';
import { ItemSearch } from './item-search.ts';
import { ListedItems } from './listed-items.ts';
import { ItemLists } from './item-lists.ts';
import { ItemsByName } from './items-by-name.ts';
import { ItemSummaries } from './item-summaries.ts';
import { ItemReader } from './item-reader.ts';
import { ItemQuota } from './item-quota.ts';
import { ItemStatuses } from './item-statuses.ts';
import { itemsHandlers } from './items-handlers.ts';
import { Assignments } from './assignments.ts';
import { FolderPeople } from './folder-people.ts';
import { Folders } from './folders.ts';
import { ItemChanges } from './item-changes.ts';
import { ItemChanging } from './changing/item-changing.ts';
import { Items } from './items.ts';
import { ItemsHooks } from './items-hooks.ts';
import { ItemText } from './item-text.ts';
import { ItemWriter } from './item-writer.ts';
import { OutsideFiles } from './outside/outside-files.ts';
import { StatusMigration } from './status-migration.ts';
import { VisibleAssignments } from './visible-assignments.ts';
import { Uploads } from './uploads.ts';
import { OutsideFileUrls } from './outside/outside-file-urls.ts';
import { outsideHandlers } from './outside/outside-handlers.ts';
import { PartialFiles } from './partial-files.ts';
import { ResumableUploads } from './resumable-uploads.ts';
import { folderSearchHandlers, itemListHandlers } from './search-handlers.ts';
import { FileIntake } from './file-intake.ts';
import { TextIntake } from './text-intake.ts';
import { uploadsHandlers } from './uploads-handlers.ts';
import { ValueAnnouncements } from './value-announcements.ts';
import { foldersHandlers, itemChangesHandlers, itemServiceHandlers } from './wire-handlers.ts';
import { itemAccessHandlers, itemWritingHandlers } from './writing-handlers.ts';
import { itemReferences } from './person-references.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [
    Items,
    ItemReader,
    ItemsByName,
    Folders,
    FolderPeople,
    Uploads,
    ItemQuota,
    ItemText,
    ItemWriter,
    ItemDuplicates,
    ExternalItems,
    Assignments,
    ItemChanges,
    ItemChanging,
    ItemCopyOrMove,
    StatusMigration,
    VisibleAssignments,
    ItemsHooks,
    PartialFiles,
    OutsideFiles,
  ],
  bindings(container) {
    const services = [
      Items,
      CopyOrMovePreview,
      CopyOrMoveUndo,
      ItemMarks,
      CrossProjectChecks,
      BulkChanges,
      ChangeWorks,
      SelectionWalk,
      ChangeRecords,
      ItemCopyOrMove,
      ItemChanging,
      Folders,
      FolderPeople,
      FolderContents,
      FolderSearch,
      FolderViews,
      Uploads,
      ItemsHooks,
      Assignments,
      ImageIntake,
      ImageMeasuring,
      TextIntake,
      FileIntake,
      ItemChanges,
      ItemCopier,
      ItemCopies,
      ItemDuplicates,
      ItemCounts,
      ItemDetails,
      ItemLists,
      ItemsByName,
      ItemSearch,
      ListedItems,
      ItemSummaries,
      ItemReader,
      ItemQuota,
      ItemStatuses,
      ItemText,
      ItemWriter,
      StatusMigration,
      ExternalItems,
      PartialFiles,
      ResumableUploads,
      AddressLists,
      AddressManifests,
      ArchiveUnpacking,
      ValueAnnouncements,
      VisibleAssignments,
      OutsideFileUrls,
      OutsideFiles,
    ];
    for (const service of services) container.bind(service as typeof Items).toSelf();
  },
  activate({ get, implement, job, tap, own, hooks }) {
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...itemReferences]);
    const folders = get(Folders);
    const assignments = get(Assignments);
    const people = get(FolderPeople);
    const services = {
      items: get(Items),
      lists: get(ItemLists),
      listed: get(ListedItems),
      search: get(ItemSearch),
      folderViews: get(FolderViews),
      summaries: get(ItemSummaries),
      changes: get(ItemChanges),
      assignments,
      folders,
      uploads: get(Uploads),
      quota: get(ItemQuota),
      addresses: get(AddressLists),
      projects: get(Projects),
      people,
      external: get(ExternalItems),
      contents: get(FolderContents),
      counts: get(ItemCounts),
    };
    implement(itemsApi, itemsHandlers(services));
    implement(foldersApi, foldersHandlers(services));
    implement(itemChangesApi, itemChangesHandlers(services));
    implement(itemServiceApi, itemServiceHandlers(services));
    implement(folderSearchApi, folderSearchHandlers(get(FolderSearch)));
    implement(itemListApi, itemListHandlers(services.search));
    implement(itemWritingApi, itemWritingHandlers(services));
    implement(itemAccessApi, itemAccessHandlers(services));
    implement(outsideFilesApi, outsideHandlers(get(OutsideFiles)));
    implement(copyApi, copyHandlers(get(ItemCopies)));
    implement(itemChangeApi, changeHandlers(get(BulkChanges), get(ChangeRecords)));
    implement(copyOrMoveApi, copyOrMoveHandlers(get(BulkChanges), get(CopyOrMovePreview)));
    for (const name of ['change', 'undo', 'bring'] as const)
      job(name, (run, context) => get(BulkChanges).run(run, context));
    const resumable = get(ResumableUploads);
    implement(uploadsApi, uploadsHandlers(resumable));
    job('manifest', (run, context) => get(AddressManifests).run(run, context));
    job('attach', (run, context) => get(AddressLists).run(run, context));
    job('unpack', (run, context) => get(ArchiveUnpacking).run(run, context));
    job('copy', (run, context) => get(ItemCopies).run(run, context));
    job('measure', (run, context) => get(ImageMeasuring).run(run, context));

    const [changed, statuses] = [get(ItemsHooks), get(ItemStatuses)];
    const kinds = {
      assign: assignChange({ statuses, hooks: changed }),
      split: splitChange({ statuses, hooks: changed }),
      unassign: unassignChange({ statuses, hooks: changed }),
      status: statusChange(statuses),
      approval: approvalChange(statuses),
      pin: pinChange(statuses),
      priority: priorityChange(statuses),
      delete: deleteChange({ statuses, hooks: changed }),
      restore: restoreChange({ statuses, hooks: changed }),
    };
    for (const [name, kind] of Object.entries(kinds)) tap(changed.changing.for(name), () => kind);

    const database = get(DatabaseToken);
    const log = get(LogToken);
    const uncleaned = (error: unknown): void => log.error({ err: error }, 'unfinished uploads were not cleaned away');
    own(everyHour(() => resumable.clean(), uncleaned));
    tap(hooks.starting, async () => void (await resumable.clean().catch(uncleaned)));
    own(
      everyHour(
        () => forgetOldChanges(database),
        error => log.error({ err: error }, 'old changes of items were not forgotten'),
      ),
    );

    const projects = get(ProjectsHooks);
    tap(projects.created, (context, project) => folders.begin(context, project.id));
    tap(
      projects.counting,
      async (context, counts, projectIds) =>
        new Map([...counts, ...(await services.folderViews.counts(context, projectIds))]),
    );
    tap(
      projects.rooting,
      async (context, roots, projectIds) =>
        new Map([...roots, ...(await services.folderViews.roots(context, projectIds))]),
    );
    tap(
      projects.contributorLoads,
      async (context, loads, projectId) => new Map([...loads, ...(await assignments.counts(context, projectId))]),
    );
    tap(projects.contributorChanged, async (context, change) => {
      await assignments.forget(context, change);
      await people.forget(context, change);
    });
  },
});
