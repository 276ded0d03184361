# Runs before the code of an action: gives the handler its services and records the changes that it asks for.
import json
import os


class Response:
    def __init__(self, answer):
        self.status = answer['status']
        self.ok = 200 <= self.status < 300
        self.headers = answer['headers']
        self.text = answer['body']

    def json(self):
        return json.loads(self.text)


class Log:
    def __init__(self, write):
        self.write = write

    def info(self, *words):
        self.write('info', ' '.join(map(str, words)))

    def warn(self, *words):
        self.write('warn', ' '.join(map(str, words)))

    def error(self, *words):
        self.write('error', ' '.join(map(str, words)))


class Items:
    def __init__(self, call):
        self.call = call

    def get(self, id):
        return self.call('item', {'item_id': id})

    def list(self, project_id, **request):
        return self.call('items', {'project_id': project_id, **request})

    def query(self, project_id, query, **request):
        return self.call('query', {'project_id': project_id, 'query': query, **request})


class Annotations:
    def __init__(self, call):
        self.call = call

    def get(self, item_id):
        return self.call('annotation', {'item_id': item_id})


class Item:
    def __init__(self, writes):
        self.write = lambda type, settings: writes.append({'type': type, 'settings': settings})

    def set_status(self, status):
        self.write('set_status', {'status': status})

    def set_priority(self, priority):
        self.write('set_priority', {} if priority is None else {'priority': priority})

    def set_approval(self, approval):
        self.write('set_approval', {'approval': approval})

    def set_pinned(self, pinned):
        self.write('pin', {'pinned': 'yes' if pinned else 'no'})

    def assign(self, email):
        self.write('assign', {'email': email})

    def unassign(self, email=None):
        self.write('unassign', {} if email is None else {'email': email})

    def set_categories(self, names, mode='set'):
        self.write('set_category', {'categories': '\n'.join(names), 'mode': mode})

    def set_field(self, field, value):
        self.write('set_field', {'field': field, 'value': '' if value is None else str(value)})

    def comment(self, text):
        self.write('comment', {'text': str(text)})

    def move(self, folder):
        self.write('move', {'folder': folder})

    def add_to_subset(self, subset):
        self.write('add_to_subset', {'subset': subset})

    def remove_from_subset(self, subset):
        self.write('remove_from_subset', {'subset': subset})

    def save_annotations(self, document, revision=None):
        settings = {'document': json.dumps(document)}
        self.write('annotate', settings if revision is None else {**settings, 'revision': revision})


class Services:
    def __init__(self, call, note, writes):
        self._call = call
        self.log, self.items, self.annotations, self.item = Log(note), Items(call), Annotations(call), Item(writes)

    def fetch(self, url, method='GET', headers=None, body=None):
        request = {'url': url, 'method': method.upper(), 'headers': headers or {}}
        return Response(self._call('fetch', request if body is None else {**request, 'body': body}))


def _runner(call, note, scope):
    def run_guest(text):
        given = json.loads(text)
        handler = scope.get('handler')
        if not callable(handler):
            raise TypeError('Define the handler: def handler(event, context)')
        writes = []
        scope['loupe'] = Services(call, note, writes)
        os.environ.clear()
        os.environ.update({name.replace('.', '_'): value for name, value in given['secrets'].items()})
        value = handler(given['event'], given['context'])
        return json.dumps({'value': value, 'writes': writes})

    return run_guest


run_guest = _runner(call_host, note, globals())
