import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { PageHeader } from '#core/ui/web/index.ts';
import { SearchedTable } from '#plugins/workspace/administration/web/kit/index.ts';
import type { LimitedTeam, TeamLimitValues } from '../../common/limits-api.ts';
import { AutomationsClient } from '../automations-client.ts';
import { limitRows } from '../limits/limit-rows.ts';
import { LimitsDialog } from '../limits/limits-dialog.tsx';
import { messages } from '../messages.ts';

const names = ['runs_per_minute', 'runs_per_day', 'concurrent_runs', 'code_seconds_per_day'] as const;

/** Milliseconds between two looks at what is used. */
const EVERY_MS = 5_000;

/** Limits of the automations of all teams, with what they use now. */
export default function LimitsPage(): JSX.Element {
  const { limits } = useService(AutomationsClient);
  const [edited, setEdited] = useState<LimitedTeam>();
  const used = (row: LimitedTeam, name: keyof TeamLimitValues): JSX.Element => {
    const { used: now, limit } = limitRows(row.limits, row.usage).find(each => each.name === name)!;
    const isFull = limit !== null && now >= limit;
    return (
      <Text span {...(isFull ? { fw: 600, c: 'var(--loupe-warning)' } : {})}>
        {messages.teamLimits.of(now, limit)}
      </Text>
    );
  };
  return (
    <>
      <PageHeader title={messages.shared.automations} />
      <SearchedTable
        label={messages.limitsPage.limits}
        list={['admin', 'automations']}
        load={query => limits.listAutomationLimits({ query })}
        keyOf={row => row.team_id}
        every={EVERY_MS}
        empty={messages.limitsPage.empty}
        columns={[
          { title: messages.limitsPage.team, cell: row => <Text fw={500}>{row.team}</Text> },
          { title: messages.limitsPage.organization, cell: row => row.organization },
          {
            title: messages.limitsPage.state,
            cell: row => (
              <Badge miw="max-content" variant={row.off ? 'default' : 'light'} color="gray">
                {row.off ? messages.limitsPage.off : messages.limitsPage.on}
              </Badge>
            ),
          },
          ...names.map(name => ({
            title: messages.teamLimits.titles[name],
            cell: (row: LimitedTeam) => used(row, name),
          })),
          { title: messages.limitsPage.waiting, cell: row => row.usage.waiting.toLocaleString('en') },
          {
            title: '',
            cell: row => (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={messages.limitsPage.editLimitsOf(row.team)}
                onClick={() => setEdited(row)}
              >
                {messages.limitsPage.edit}
              </Button>
            ),
          },
        ]}
      />
      <LimitsDialog team={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}
