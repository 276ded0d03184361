import { readdir, readFile } from 'node:fs/promises';

/** Fields of `/proc/PID/stat` behind the name of the process, or nothing when it ended. */
async function statOf(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return { name: /\((.*)\)/.exec(text)?.[1], fields: text.split(') ').at(-1).split(' ') };
}

/** Milliseconds of processor time of the processes of a PostgreSQL, by the id of one of them. */
export async function postgresProcesses(one) {
  const parent = (await statOf(one)).fields[1];
  let sum = 0;
  for (const pid of (await readdir('/proc')).filter(each => /^\d+$/.test(each))) {
    const { name, fields } = await statOf(pid);
    if (name === 'postgres' && fields[1] === parent) sum += (Number(fields[11]) + Number(fields[12])) * 10;
  }
  return sum;
}
