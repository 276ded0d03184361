import { Button } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCan, useTeam } from '#core/kernel/web/index.ts';
import { Icon, LinkTabs, PageBody, PageHeader } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { BudgetTab } from '../tabs/budget-tab.tsx';
import { CredentialsTab } from '../tabs/credentials-tab.tsx';
import { LogTab } from '../tabs/log-tab.tsx';
import { ModelsTab } from '../tabs/models-tab.tsx';

const tabs = [
  { id: 'list', title: messages.modelsPage.models },
  { id: 'credentials', title: messages.modelsPage.credentials },
  { id: 'budget', title: messages.modelsPage.budget },
  { id: 'log', title: messages.modelsPage.log },
] as const;

/** Language models of the team: their keys, their settings, what they cost, and who asked them. */
export default function ModelsPage(): JSX.Element {
  const team = useTeam();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const mayKeep = useCan('ManageModelCredentials');
  const [creating, setCreating] = useState(false);
  const base = `/t/${team.id}/models`;
  const tab = tabs.find(each => pathname === `${base}/${each.id}`)?.id ?? 'list';
  const shown = tabs.filter(each => each.id !== 'credentials' || mayKeep);
  const action =
    tab === 'list' ? messages.shared.newModel : tab === 'credentials' ? messages.shared.newCredential : undefined;
  return (
    <>
      <PageHeader title={messages.modelsPage.models}>
        {action === undefined ? undefined : (
          <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setCreating(true)}>
            {action}
          </Button>
        )}
      </PageHeader>
      <LinkTabs
        label={messages.modelsPage.models}
        tabs={shown.map(each => ({ id: each.id, title: each.title, path: `${base}/${each.id}` }))}
        path={`${base}/${tab}`}
        onOpen={path => {
          setCreating(false);
          void navigate(path);
        }}
      />
      <PageBody>
        {tab === 'list' ? (
          <ModelsTab
            creating={creating}
            onCreate={setCreating}
            onCredentials={() => {
              setCreating(false);
              void navigate(`${base}/credentials`);
            }}
          />
        ) : undefined}
        {tab === 'credentials' ? <CredentialsTab creating={creating} onCreate={setCreating} /> : undefined}
        {tab === 'budget' ? <BudgetTab /> : undefined}
        {tab === 'log' ? <LogTab /> : undefined}
      </PageBody>
    </>
  );
}
