import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { randomUuid } from '#core/base/common/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { UsageFigures, UsageSpan } from '../common/api.ts';
import { usageSpans } from '../common/api.ts';
import { messages } from './messages.ts';
import { UsageClient } from './usage-client.ts';

/** Months that can be chosen, the present one first; counts are kept for 400 days. */
const MONTHS = 13;

interface ExportDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Chosen at first. */
  readonly days: UsageSpan;
  readonly team: string | null;
  readonly teams: UsageFigures['teams'];
}

/** Returns the teams as choices. */
export const teamChoices = (teams: UsageFigures['teams']): { value: string; label: string }[] =>
  teams.map(({ id, name }) => ({ value: String(id), label: name ?? messages.shared.deletedTeam(id) }));

/** Asks for the period of a file of counts, and begins it. */
export function ExportDialog({ opened, onClose, ...first }: ExportDialogProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.exportDialog.title}>
      {opened ? <ExportForm onClose={onClose} {...first} /> : undefined}
    </Modal>
  );
}

function ExportForm({ onClose, days, team: shown, teams }: Omit<ExportDialogProps, 'opened'>): JSX.Element {
  const { exports } = useService(UsageClient);
  const queries = useQueryClient();
  const [period, setPeriod] = useState(String(days));
  const [team, setTeam] = useState(shown);
  const [choices] = useState(() => months(new Date()));
  // A press that is repeated after a lost answer begins nothing twice.
  const [request] = useState(randomUuid);
  const submit = async (): Promise<void> => {
    const span = usageSpans.find(each => String(each) === period);
    await exports.startUsageExport({
      body: {
        ...(span === undefined ? { month: period } : { days: span }),
        ...(team === null ? {} : { team: Number(team) }),
        request,
      },
    });
    await queries.invalidateQueries({ queryKey: ['admin', 'usage', 'exports'] });
    toast(messages.exportDialog.started, { tone: 'success' });
    onClose();
  };
  return (
    <DialogForm action={messages.exportDialog.start} ready onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{messages.exportDialog.explain}</Text>
      <Select
        label={messages.exportDialog.period}
        allowDeselect={false}
        value={period}
        onChange={value => setPeriod(value ?? String(days))}
        data={[
          ...usageSpans.map(each => ({ value: String(each), label: messages.exportDialog.lastDays(each) })),
          ...choices,
        ]}
      />
      <Select
        label={messages.shared.team}
        placeholder={messages.shared.allTeams}
        clearable
        searchable
        value={team}
        onChange={setTeam}
        data={teamChoices(teams)}
      />
    </DialogForm>
  );
}

/** Returns the last months in UTC, the present one first. */
function months(now: Date): { value: string; label: string }[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1));
    return {
      value: month.toISOString().slice(0, 7),
      label: month.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    };
  });
}
