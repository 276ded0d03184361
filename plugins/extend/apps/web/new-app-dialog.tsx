import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, Icon, Modal } from '#core/ui/web/index.ts';
import type { AppView } from '../common/app.ts';
import { appTemplates, filesOfTemplate } from '../common/app-templates.ts';
import { AppsClient } from './apps-client.ts';
import classes from './custom-apps.module.css';
import { messages } from './messages.ts';

interface NewAppProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onMade: (app: AppView) => void;
}

/** Makes an app from a template. */
export function NewAppDialog(props: NewAppProps): JSX.Element {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={messages.shared.newApp} size={640}>
      {props.opened ? <NewApp {...props} /> : undefined}
    </Modal>
  );
}

function NewApp({ onClose, onMade }: NewAppProps): JSX.Element {
  const { api } = useService(AppsClient);
  const team = useTeam();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(appTemplates[1]!.id);
  const template = appTemplates.find(each => each.id === chosen)!;
  return (
    <DialogForm
      action={messages.newAppDialog.create}
      ready={name.trim() !== ''}
      onCancel={onClose}
      onSubmit={async () =>
        onMade(await api.createApp({ params: { team_id: team.id }, body: { files: filesOfTemplate(template, name) } }))
      }
    >
      <TextInput
        label={messages.shared.name}
        data-autofocus
        required
        maxLength={60}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <div className={classes['gallery']} role="radiogroup" aria-label={messages.newAppDialog.beginWith}>
        {appTemplates.map(each => (
          <UnstyledButton
            key={each.id}
            className={classes['template']}
            role="radio"
            aria-checked={each.id === chosen}
            onClick={() => setChosen(each.id)}
          >
            <Icon name={each.icon} size={18} />
            <Text fw={500}>{each.title}</Text>
            <Text size="sm" c="var(--loupe-muted)">
              {each.text}
            </Text>
          </UnstyledButton>
        ))}
      </div>
    </DialogForm>
  );
}
