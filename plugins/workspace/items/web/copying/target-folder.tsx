import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { folderNameProblem } from '../../common/item-name.ts';
import { messages } from '../messages.ts';
import { useFolders } from '../pages/folder-pane.tsx';

/** A folder that items may move to: one that is there, or one to be made. */
export type TargetFolder = { readonly id: number } | { readonly made: string };

interface TargetFolderProps {
  readonly projectId: number;
  readonly chosen: TargetFolder | undefined;
  /** True when a new one may be made. */
  readonly creates: boolean;
  readonly onChoose: (folder: TargetFolder) => void;
}

const NEW = 'new';

/** Chooses the folder for the items; a name that no folder has offers a new one. */
export function TargetFolderSelect({ projectId, chosen, creates, onChoose }: TargetFolderProps): JSX.Element {
  const folders = useFolders(projectId);
  const [search, setSearch] = useState('');
  const typed = search.trim();
  const made = chosen !== undefined && 'made' in chosen ? chosen.made : undefined;
  const known = (folders.data ?? []).map(each => ({
    value: String(each.id),
    label: each.is_root ? messages.shared.notInAFolder : each.name,
  }));
  const fresh = made !== undefined && (typed === '' || typed === labelOf(made)) ? made : typed;
  const offered =
    creates &&
    fresh !== '' &&
    folderNameProblem(fresh) === undefined &&
    !known.some(each => each.label.toLowerCase() === fresh.toLowerCase());
  return (
    <Select
      label={messages.targetFolder.toFolder}
      placeholder={creates ? messages.targetFolder.chooseAFolder : messages.shared.chooseAFolder}
      data-autofocus
      searchable
      allowDeselect={false}
      nothingFoundMessage={folders.isPending ? messages.shared.loading : messages.targetFolder.noSuchFolder}
      error={folders.error === null ? undefined : errorText(folders.error)}
      data={offered ? [...known, { value: NEW, label: labelOf(fresh) }] : known}
      filter={({ options, search: text }) =>
        options.filter(
          each =>
            'value' in each && (each.value === NEW || each.label.toLowerCase().includes(text.trim().toLowerCase())),
        )
      }
      value={chosen === undefined ? null : 'id' in chosen ? String(chosen.id) : NEW}
      onSearchChange={setSearch}
      onChange={value => onChoose(value === NEW ? { made: fresh } : { id: Number(value) })}
    />
  );
}

const labelOf = (name: string): string => messages.targetFolder.newFolderName(name);
