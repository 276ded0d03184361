import type { LoupeClient } from '#sdk/client/loupe-client.ts';
import type { CustomTask, StoredTask } from '../../common/actions-api.ts';
import type { TestCase, TestOutcome } from '../../common/tests-api.ts';
import type { ActionFolder } from './action-folder.ts';

const service = 'automations';
const TASKS = '/zimmer/api/v1/custom_task';
const TESTS = '/zimmer/api/v1/test_case';

/** The action of a server that has the name of a folder. */
export class RemoteAction {
  constructor(private readonly client: LoupeClient) {}

  /** Saves the draft of the action, or creates it. Nothing is deployed. */
  async send({ name, description, code }: ActionFolder): Promise<StoredTask> {
    const { data } = await this.client.call<{ data: CustomTask[] }>(TASKS, { service });
    const known = data.find(each => each.name.toLowerCase() === name.toLowerCase());
    const body = { name, description, draft: code };
    return known === undefined
      ? this.client.call<StoredTask>(TASKS, { service, method: 'POST', body })
      : this.client.call<StoredTask>(`${TASKS}/${known.id}`, {
          service,
          method: 'PUT',
          body: { ...body, revision: known.revision },
        });
  }

  /** Runs the tests of the folder with its code. */
  async test({ code, tests }: ActionFolder, { id }: StoredTask): Promise<readonly TestOutcome[]> {
    if (tests.length === 0) return [];
    const body = { custom_task_id: id, draft: code, tests };
    return (await this.client.call<{ data: TestOutcome[] }>(`${TESTS}/run`, { service, method: 'POST', body })).data;
  }

  /** Makes the saved tests those of the folder, and deploys the draft. */
  async deploy({ tests }: ActionFolder, { id, revision }: StoredTask): Promise<StoredTask> {
    const { data } = await this.client.call<{ data: TestCase[] }>(TESTS, { service, query: { custom_task_id: id } });
    for (const test of data)
      if (!tests.some(each => each.name === test.name))
        await this.client.call(`${TESTS}/${test.id}`, { service, method: 'DELETE' });
    for (const test of tests) {
      const known = data.find(each => each.name === test.name);
      if (known === undefined)
        await this.client.call(TESTS, { service, method: 'POST', body: { custom_task_id: id, ...test } });
      else await this.client.call(`${TESTS}/${known.id}`, { service, method: 'PUT', body: test });
    }
    return this.client.call<StoredTask>(`${TASKS}/${id}/deploy`, { service, method: 'POST', body: { revision } });
  }
}
