'use strict';
// Requests are answered by the server that the page came from.
const ask = {
  async tell(request, signal) {
    const reply = await fetch('tell', { method: 'POST', body: JSON.stringify(request), headers: { 'Content-Type': 'application/json' }, signal });
    return reply.json();
  },
};
