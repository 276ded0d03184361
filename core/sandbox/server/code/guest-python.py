# The process in which Python code of people runs. It exchanges JSON messages with the server, one a line, and reaches nothing else: the
# layers of the operating system around it are what holds, not this file.
import io, json, os, resource, sys, time, traceback

MOST_LINE, MOST_RESULT, MOST_LOG = 8192, 262144, 1000000
# Memory of this process alone, and its working folder.
FOLDER = '/tmp'
incoming, outgoing = os.fdopen(os.dup(0), 'r', encoding='utf-8'), os.fdopen(os.dup(1), 'w', encoding='utf-8')
for descriptor in (0, 1):
    nothing = os.open('/dev/null', os.O_RDWR)
    os.dup2(nothing, descriptor)
    os.close(nothing)
state = {'lines': [], 'length': 0, 'calls': 0, 'scope': {}}


def send(message):
    outgoing.write(json.dumps(message, ensure_ascii=True, allow_nan=False) + '\n')
    outgoing.flush()


def note(level, text):
    line = (level + ' ' + text)[:MOST_LINE]
    if state['length'] < MOST_LOG:
        state['lines'].append(line)
        state['length'] += len(line)


class Log(io.TextIOBase):
    rest = ''

    def write(self, text):
        *lines, self.rest = (self.rest + text).split('\n')
        for line in lines:
            note('info', line)
        return len(text)

    def writable(self):
        return True

    def drain(self):
        if self.rest:
            note('info', self.rest)
        self.rest = ''


log = Log()
sys.stdout = sys.stderr = log
sys.stdin = io.StringIO()


class HostError(Exception):
    """Refusal of a call; `code` names the reason."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def call_host(name, value):
    state['calls'] += 1
    call = state['calls']
    send({'kind': 'host', 'id': call, 'name': name, 'json': json.dumps(value)})
    while True:
        answer = json.loads(incoming.readline())
        if answer.get('kind') == 'answer' and answer.get('id') == call:
            reply = json.loads(answer['json'])
            if 'fault' in reply:
                raise HostError(reply['fault']['code'], reply['fault']['message'])
            return reply.get('result')


def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def own_file(path):
    name = os.path.basename(path)
    return name if path == 'main.py' or path == os.path.join(FOLDER, name) else None


def fault_of(error):
    if isinstance(error, MemoryError):
        return {'code': 'OUT_OF_MEMORY', 'message': 'The code needs more memory than its limit.', 'fatal': True}
    if isinstance(error, SyntaxError) and own_file(error.filename or ''):
        stack = '%s:%s' % (own_file(error.filename), error.lineno)
    else:
        places = [(own_file(each.filename), each) for each in traceback.extract_tb(error.__traceback__)]
        stack = '\n'.join('at %s (%s:%d)' % (each.name, file, each.lineno) for file, each in reversed(places) if file)
    return {'code': 'THROWN', 'name': type(error).__name__, 'message': str(error)[:4000], 'stack': stack[:4000]}


def begin(scripts, files):
    for file in files:
        with open(os.path.join(FOLDER, file['name']), 'w', encoding='utf-8') as target:
            target.write(file['text'])
    if files:
        sys.path.insert(0, FOLDER)
    scope = {'call_host': call_host, 'note': note, 'HostError': HostError, '__name__': 'action'}
    for script in scripts:
        exec(compile(script['text'], script['name'], 'exec'), scope)
    state['scope'] = scope


def main():
    send({'kind': 'ready'})
    for line in incoming:
        message = json.loads(line)
        if message['kind'] not in ('begin', 'call'):
            continue
        state['lines'], state['length'], state['calls'] = [], 0, 0
        answer = {'kind': 'begun' if message['kind'] == 'begin' else 'done'}
        try:
            if message['kind'] == 'begin':
                begin(message['scripts'], message.get('files', []))
            else:
                text = state['scope']['run_guest'](message['json'])
                if len(text) > MOST_RESULT:
                    answer['fault'] = {'code': 'RESULT_TOO_LARGE', 'message': 'The result has more than 256 KiB. Return less.'}
                else:
                    answer['json'] = text
        except BaseException as error:
            answer['fault'] = fault_of(error)
        log.drain()
        answer['lines'], answer['memory'] = state['lines'], memory()
        send(answer)


main()
