import { Radio, Stack } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { settingsOfType } from '../../common/project-settings.ts';
import { firstUploadState } from '../../common/project-type.ts';
import { messages } from '../messages.ts';
import type { NewProjectDraft } from '../new-project-draft.ts';
import { NewProjectStore } from '../new-project-draft.ts';
import { NewProjectParts } from '../new-project-parts.tsx';
import classes from '../projects.module.css';
import { settingGroups } from '../setting-fields.ts';
import { SettingInput } from '../setting-input.tsx';

/** Asks for the content, depending on the type: where files are kept, classes and other parts, settings. */
export function ContentStep({ draft }: { readonly draft: NewProjectDraft }): JSX.Element {
  const store = useService(NewProjectStore);
  const defaults = new Map(settingsOfType(draft.type).map(each => [each.attribute, each.value]));
  const groups = settingGroups
    .map(group => ({
      ...group,
      fields: group.fields.filter(each => each.types?.includes(draft.type) === true && defaults.has(each.attribute)),
    }))
    .filter(group => group.fields.length > 0);
  return (
    <div className={classes['form']}>
      <NewProjectParts step="content" draft={draft} />
      <section>
        <h2 className={classes['section']}>{messages.shared.files}</h2>
        {firstUploadState(draft.type) === 3 ? (
          <p className={classes['note']}>
            {draft.type === 4
              ? messages.newProjectContent.textsCanBeUploaded
              : messages.newProjectContent.itemsOfThisType}
          </p>
        ) : (
          <Radio.Group
            aria-label={messages.shared.files}
            value={draft.storage ?? 'first'}
            onChange={value =>
              store.change({ storage: value === 'first' ? undefined : (value as 'uploaded' | 'external') })
            }
          >
            <Stack gap="xs">
              <Radio
                value="first"
                label={messages.newProjectContent.decideOnFirstUpload}
                description={messages.newProjectContent.uploadedFilesAndAddressesCannot}
              />
              <Radio
                value="uploaded"
                label={messages.newProjectContent.filesAreUploaded}
                description={messages.newProjectContent.storedInLoupe}
              />
              <Radio
                value="external"
                label={messages.newProjectContent.filesStayInYourStorage}
                description={messages.newProjectContent.attachedByAddress}
              />
            </Stack>
          </Radio.Group>
        )}
      </section>
      {groups.map(group => (
        <section key={group.title}>
          <h2 className={classes['section']}>{group.title}</h2>
          <div className={classes['settings']}>
            {group.fields.map(field => (
              <SettingInput
                key={field.attribute}
                field={field}
                disabled={false}
                value={draft.settings[field.attribute] ?? defaults.get(field.attribute) ?? 0}
                onChange={value => store.change({ settings: { ...draft.settings, [field.attribute]: value } })}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
