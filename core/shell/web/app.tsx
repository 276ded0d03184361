import { Button, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { RouterProvider } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { PluginScope, useService } from '#core/kernel/web/index.ts';
import { MaintenanceBar, MaintenancePage, MaintenanceStore } from '#core/maintenance/web/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { EmptyState, ErrorPanel, PageTitle, ReadOnlyReason, useOnlineAgain } from '#core/ui/web/index.ts';
import type { EntryPage } from './entry-page.ts';
import { entryPageOf } from './entry-page.ts';
import { messages } from './messages.ts';
import { InstallerPage } from './pages/installer-page.tsx';
import { InvitationPage } from './pages/invitation-page.tsx';
import { ProviderReturnPage } from './pages/provider-return-page.tsx';
import { EmailLinkPage } from './pages/email-link-page.tsx';
import { ResetPasswordPage } from './pages/reset-password-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { SignUpPage } from './pages/sign-up-page.tsx';
import type { Routers } from './routers.ts';
import { SessionExpiredDialog } from './session-expired-dialog.tsx';
import { ViewingFrame } from './viewing-frame.tsx';
import type { Workbench } from './workbench.ts';
import classes from './shell.module.css';

/**
 * The application, below the bar and the page of maintenance. Covered by the page it stays as it is: nothing that is
 * not saved is lost.
 */
export function App({ workbench, routers }: { readonly workbench: Workbench; readonly routers: Routers }): JSX.Element {
  const { maintenance } = workbench;
  const { shut } = useSnapshot(maintenance.state);
  const { viewing } = useSnapshot(workbench.session.state);
  return (
    <>
      <div className={classes['app']} inert={shut}>
        <ViewingFrame session={workbench.session} />
        <MaintenanceBar maintenance={maintenance} />
        <div className={classes['body']}>
          <ReadOnlyReason value={viewing === undefined ? undefined : messages.viewingFrame.changesNothing}>
            <Session workbench={workbench} routers={routers} />
          </ReadOnlyReason>
        </div>
      </div>
      {shut ? <MaintenancePage maintenance={maintenance} covers={workbench.state.ready} /> : undefined}
    </>
  );
}

/** Session first, then team and plugins, then the router: the order of the spec's section 4. */
function Session({ workbench, routers }: { readonly workbench: Workbench; readonly routers: Routers }): JSX.Element {
  const session = useSnapshot(workbench.session.state);
  const state = useSnapshot(workbench.state);
  const [entry, setEntry] = useState(() => entryPageOf(location));
  const [failure, setFailure] = useState<unknown>();
  useOnlineAgain(session.status === 'unreachable', () => location.reload());

  useEffect(() => {
    workbench.start().catch(setFailure);
  }, [workbench]);

  useEffect(() => {
    // A link of a mail that is opened on such a page changes the fragment only, and the page is not loaded again.
    const follow = (): void => setEntry(before => entryPageOf(location) ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  useEffect(() => {
    if (entry !== undefined) return;
    if (session.status === 'signed-in') void workbench.begin().catch(setFailure);
    if (session.status === 'public') void workbench.beginPublic().catch(setFailure);
  }, [workbench, session.status, entry]);

  useEffect(() => {
    // What could not begin during maintenance begins when it is over.
    if (isFault(failure) && failure.code === 'MAINTENANCE') {
      const following = workbench.maintenance.onReopened(() => location.reload());
      return () => following.dispose();
    }
    return;
  }, [workbench, failure]);

  if (failure !== undefined) return <ErrorPanel error={failure} onRetry={() => location.reload()} />;
  if (entry !== undefined && session.status !== 'starting') {
    return (
      <PluginScope container={workbench.container}>
        <PageTitle page={entryTitles[entry.page]} />
        <Entry
          entry={entry}
          onDone={path => {
            history.replaceState(undefined, '', path);
            setEntry(undefined);
          }}
        />
      </PluginScope>
    );
  }
  switch (session.status) {
    case 'signed-out':
      return (
        <PluginScope container={workbench.container}>
          <PageTitle page={messages.shared.signIn} />
          <SignInPage />
        </PluginScope>
      );
    case 'unreachable':
      return (
        <EmptyState icon="warning" text={messages.app.noConnectionToTheServer}>
          <Button variant="default" onClick={() => location.reload()}>
            {messages.app.tryAgain}
          </Button>
        </EmptyState>
      );
    case 'starting':
      return <Splash />;
    case 'public':
    case 'signed-in':
      return state.ready ? (
        <Routed
          key={state.version}
          routers={routers}
          workbench={workbench}
          version={state.version}
          expired={session.expired}
        />
      ) : (
        <Splash />
      );
  }
}

/** Titles in the tab of the browser. */
const entryTitles: Readonly<Record<EntryPage['page'], string>> = {
  maintenance: messages.app.maintenance,
  install: messages.installerPage.title,
  invitation: messages.app.invitation,
  'provider-return': messages.shared.signIn,
  'reset-password': messages.resetPasswordPage.resetYourPassword,
  'email-link': messages.app.emailAddress,
  'sign-up': messages.shared.createAnAccount,
};

function Entry({ entry, onDone }: { readonly entry: EntryPage; readonly onDone: (path: string) => void }): JSX.Element {
  switch (entry.page) {
    case 'maintenance':
      return <MaintenanceEntry onDone={onDone} />;
    case 'install':
      return <InstallerPage onDone={onDone} />;
    case 'invitation':
      return <InvitationPage token={entry.token} onDone={onDone} />;
    case 'provider-return':
      return <ProviderReturnPage answer={entry.answer} onDone={onDone} />;
    case 'reset-password':
      return <ResetPasswordPage token={entry.token} onDone={onDone} />;
    case 'email-link':
      return <EmailLinkPage purpose={entry.purpose} token={entry.token} onDone={onDone} />;
    case 'sign-up':
      return <SignUpPage token={entry.token} onDone={onDone} />;
  }
}

/** The page of maintenance at its own address; leads back when there is none. */
function MaintenanceEntry({ onDone }: { readonly onDone: (path: string) => void }): JSX.Element {
  const maintenance = useService(MaintenanceStore);
  const [asked, setAsked] = useState(false);
  const { notice } = useSnapshot(maintenance.state);
  useEffect(() => {
    void maintenance
      .check()
      .catch(() => undefined)
      .then(() => setAsked(true));
  }, [maintenance]);
  const over = asked && (notice?.active !== true || notice.readOnly);
  const left = useRef(false);
  useEffect(() => {
    if (!over || left.current) return;
    left.current = true;
    onDone(maintenance.takeReturn() ?? '/');
  }, [over, maintenance, onDone]);
  return asked && !over ? <MaintenancePage maintenance={maintenance} covers={false} /> : <Splash />;
}

function Splash(): JSX.Element {
  return (
    <div className={classes['splash']}>
      <Loader size="sm" aria-label={messages.app.loading} />
    </div>
  );
}

/** Draws the router of the present set of plugins. */
function Routed({
  routers,
  workbench,
  version,
  expired,
}: {
  readonly routers: Routers;
  readonly workbench: Workbench;
  readonly version: number;
  readonly expired: boolean;
}): JSX.Element {
  return (
    <PluginScope container={workbench.container}>
      {/* Pages are drawn in one piece: in slices, of which a first page has forty, they are there later and the one before answers no longer anyway. */}
      <RouterProvider router={routers.of(version)} useTransitions={false} />
      <SessionExpiredDialog opened={expired} session={workbench.session} />
    </PluginScope>
  );
}
