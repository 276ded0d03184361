import { NumberInput, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { LimitedTeam } from '../../common/limits-api.ts';
import { AutomationsClient } from '../automations-client.ts';
import { messages } from '../messages.ts';
import { limitRows } from './limit-rows.ts';

interface LimitsDialogProps {
  /** Closed while undefined. */
  readonly team: LimitedTeam | undefined;
  readonly onClose: () => void;
}

/** Limits the automations of a team, or switches them off. */
export function LimitsDialog({ team, onClose }: LimitsDialogProps): JSX.Element {
  return (
    <Modal opened={team !== undefined} onClose={onClose} title={messages.limitsDialog.limitsOf(team?.team ?? '')}>
      {team === undefined ? undefined : <LimitsForm team={team} onClose={onClose} />}
    </Modal>
  );
}

function LimitsForm({ team, onClose }: { readonly team: LimitedTeam; readonly onClose: () => void }): JSX.Element {
  const { limits: api } = useService(AutomationsClient);
  const queries = useQueryClient();
  const [on, setOn] = useState(!team.off);
  const [limits, setLimits] = useState(team.limits);
  const submit = async (): Promise<void> => {
    await api.setAutomationLimits({
      params: { team_id: team.team_id },
      body: { off: !on, limits, version: team.version },
    });
    await queries.invalidateQueries({ queryKey: ['admin', 'automations'] });
    toast(messages.limitsDialog.saved(team.team), { tone: 'success' });
    onClose();
  };
  return (
    <DialogForm action={messages.shared.save} onSubmit={submit} onCancel={onClose}>
      <Switch
        label={messages.limitsDialog.on}
        description={messages.limitsDialog.onHelp}
        checked={on}
        onChange={event => setOn(event.currentTarget.checked)}
      />
      <Stack gap="xs">
        <SimpleGrid cols={2}>
          {limitRows(limits, team.usage).map(({ name, title, used }) => (
            <NumberInput
              key={name}
              label={title}
              description={messages.limitsDialog.now(used)}
              placeholder={messages.teamLimits.noLimit}
              min={1}
              max={1_000_000_000}
              allowDecimal={false}
              thousandSeparator=","
              value={limits[name] ?? ''}
              onChange={value => setLimits({ ...limits, [name]: value === '' ? null : Number(value) })}
            />
          ))}
        </SimpleGrid>
        <Text size="sm" c="var(--loupe-muted)">
          {messages.limitsDialog.help}
        </Text>
      </Stack>
    </DialogForm>
  );
}
