import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { PageHeader, shortDate } from '#core/ui/web/index.ts';
import { SearchedTable } from '#plugins/workspace/administration/web/kit/index.ts';
import type { Licence } from '../../common/api.ts';
import { planName } from '../../common/plans.ts';
import { BillingClient } from '../billing-client.ts';
import { LicenceDialog } from '../licence-dialog.tsx';
import { LicenceStateMark } from '../licence-state.tsx';
import { messages } from '../messages.ts';

/** Licences of the organizations of this installation. */
export default function LicencesPage(): JSX.Element {
  const { licences } = useService(BillingClient);
  const [edited, setEdited] = useState<Licence>();
  const used = (number: number, limit: number | null): JSX.Element => {
    const isFull = limit !== null && number >= limit;
    return (
      <Text span {...(isFull ? { fw: 600, c: 'var(--loupe-warning)', title: messages.licencesPage.overLimit } : {})}>
        {messages.licencesPage.of(number, limit)}
      </Text>
    );
  };
  return (
    <>
      <PageHeader title={messages.licencesPage.licences} />
      <SearchedTable
        label={messages.licencesPage.licences}
        list={['admin', 'licences']}
        load={query => licences.listLicences({ query })}
        keyOf={row => row.organization_id}
        empty={messages.licencesPage.empty}
        columns={[
          { title: messages.licencesPage.organization, cell: row => <Text fw={500}>{row.organization}</Text> },
          { title: messages.shared.plan, cell: row => planName(row.plan) },
          { title: messages.licencesPage.licence, cell: row => <LicenceStateMark licence={row} /> },
          {
            title: messages.licencesPage.expires,
            cell: ({ expires }) => (expires === null ? messages.licencesPage.never : shortDate(expires)),
          },
          { title: messages.shared.members, cell: ({ usage, limits }) => used(usage.members, limits.members) },
          { title: messages.shared.projects, cell: ({ usage, limits }) => used(usage.projects, limits.projects) },
          { title: messages.shared.items, cell: ({ usage, limits }) => used(usage.items, limits.items) },
          {
            title: '',
            cell: row => (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={messages.licencesPage.editLicenceOf(row.organization)}
                onClick={() => setEdited(row)}
              >
                {messages.licencesPage.edit}
              </Button>
            ),
          },
        ]}
      />
      <LicenceDialog licence={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}
