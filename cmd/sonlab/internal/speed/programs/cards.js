// Plays rounds of a shedding card game between players with different strategies and keeps statistics through events.
// class kept aside
'use strict';

const SUITS = ['clubs', 'diamonds', 'hearts', 'spades'];
const RANKS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
const WILD_RANK = 8;
const SKIP_RANK = 12;
const DRAW_TWO_RANK = 2;

class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  below(limit) {
    return Math.floor(this.next() * limit);
  }
  pick(items) {
    return items[this.below(items.length)];
  }
  shuffle(items) {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
}

class Card {
  constructor(suit, rank) {
    this.suit = suit;
    this.rank = rank;
  }
  get isWild() {
    return this.rank === WILD_RANK;
  }
  get points() {
    if (this.isWild) return 50;
    return this.rank > 10 ? 10 : this.rank;
  }
  fits(top, suit) {
    return this.isWild || this.suit === suit || this.rank === top.rank;
  }
}

class Deck {
  constructor(random) {
    this.random = random;
    this.cards = random.shuffle(SUITS.flatMap((suit) => RANKS.map((rank) => new Card(suit, rank))));
    this.discarded = [];
  }
  get top() {
    return this.discarded[this.discarded.length - 1];
  }
  draw() {
    if (this.cards.length === 0) this.recycle();
    return this.cards.pop();
  }
  discard(card) {
    this.discarded.push(card);
  }
  // Everything below the top card becomes the new stock.
  recycle() {
    const top = this.discarded.pop();
    this.cards = this.random.shuffle(this.discarded);
    this.discarded = [top];
  }
}

// ---- players ---------------------------------------------------------

class Player {
  constructor(name) {
    this.name = name;
    this.hand = [];
    this.score = 0;
  }
  receive(card) {
    if (card) this.hand.push(card);
  }
  play(card) {
    this.hand.splice(this.hand.indexOf(card), 1);
    return card;
  }
  playable(top, suit) {
    return this.hand.filter((card) => card.fits(top, suit));
  }
  choose(options, game) {
    throw new Error(`${this.name} has no strategy`);
  }
  nameSuit(game) {
    return this.favouriteSuit();
  }
  favouriteSuit() {
    const counts = new Map(SUITS.map((suit) => [suit, 0]));
    for (const { suit } of this.hand) counts.set(suit, counts.get(suit) + 1);
    return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
  }
  get handPoints() {
    return this.hand.reduce((sum, card) => sum + card.points, 0);
  }
}

class RandomPlayer extends Player {
  choose(options, game) {
    return game.random.pick(options);
  }
  nameSuit(game) {
    return game.random.pick(SUITS);
  }
}

class GreedyPlayer extends Player {
  choose(options) {
    return options.reduce((best, card) => (card.points > best.points ? card : best));
  }
}

class ThriftyPlayer extends Player {
  // Keeps wild cards for as long as possible.
  choose(options) {
    const favourite = this.favouriteSuit();
    const rate = (card) => (card.isWild ? -100 : 0) + (card.suit === favourite ? 10 : 0) + card.points / 10;
    return [...options].sort((a, b) => rate(b) - rate(a))[0];
  }
}

class AggressivePlayer extends ThriftyPlayer {
  choose(options, game) {
    const attack = options.find(({ rank }) => rank === DRAW_TWO_RANK || rank === SKIP_RANK);
    const threatened = game.players.some((other) => other !== this && other.hand.length < 3);
    return attack && threatened ? attack : super.choose(options, game);
  }
}

// ---- game ------------------------------------------------------------

class Game {
  constructor(players, random) {
    this.players = players;
    this.random = random;
    this.handlers = {};
  }
  on(event, handler) {
    (this.handlers[event] ||= []).push(handler);
    return () => (this.handlers[event] = this.handlers[event].filter((other) => other !== handler));
  }
  emit(event, ...details) {
    for (const handler of this.handlers[event] ?? []) handler(...details);
  }
  deal(count) {
    this.deck = new Deck(this.random);
    for (const player of this.players) {
      player.hand = [];
      for (let i = 0; i < count; i++) player.receive(this.deck.draw());
    }
    this.deck.discard(this.deck.draw());
    this.suit = this.deck.top.suit;
  }
  *turnOrder(first) {
    for (let index = first; ; index = (index + 1 + this.skip) % this.players.length) {
      this.skip = 0;
      yield this.players[index];
    }
  }
  takeTurn(player) {
    let options = player.playable(this.deck.top, this.suit);
    if (options.length === 0) {
      player.receive(this.deck.draw());
      this.emit('draw', player);
      options = player.playable(this.deck.top, this.suit);
      if (options.length === 0) return;
    }
    const card = player.play(player.choose(options, this));
    this.deck.discard(card);
    this.suit = card.isWild ? player.nameSuit(this) : card.suit;
    this.emit('play', player, card);
    this.applyEffect(player, card);
  }
  applyEffect(player, card) {
    if (card.rank === SKIP_RANK) this.skip = 1;
    if (card.rank === DRAW_TWO_RANK) {
      const victim = this.players[(this.players.indexOf(player) + 1) % this.players.length];
      for (let i = 0; i < 2; i++) victim.receive(this.deck.draw());
      this.emit('penalty', victim);
    }
  }
  playRound(first, turnLimit = 300) {
    this.deal(6);
    let turns = 0;
    for (const player of this.turnOrder(first)) {
      this.takeTurn(player);
      if (player.hand.length === 0) return this.finish(player, turns);
      if (++turns >= turnLimit) break;
    }
    return this.finish(null, turns);
  }
  finish(winner, turns) {
    if (winner) winner.score += this.players.reduce((sum, player) => sum + player.handPoints, 0);
    this.emit('finish', winner, turns);
  }
}

class Statistics {
  constructor(game) {
    this.plays = new Map();
    this.wins = {};
    this.draws = this.penalties = this.turns = 0;
    game.on('play', (player, card) => this.plays.set(card.rank, (this.plays.get(card.rank) ?? 0) + 1));
    game.on('draw', () => this.draws++);
    game.on('penalty', () => this.penalties++);
    game.on('finish', (winner, turns) => {
      this.turns += turns;
      const name = winner?.name ?? 'nobody';
      this.wins[name] = (this.wins[name] ?? 0) + 1;
    });
  }
  summary() {
    const wins = Object.keys(this.wins).sort().map((name) => `${name}=${this.wins[name]}`);
    const plays = [...this.plays].reduce((sum, [rank, count]) => sum + rank * count, 0);
    return [...wins, plays, this.draws, this.penalties, this.turns].join(',');
  }
}

function run(n) {
  const players = [new RandomPlayer('Rosa'), new GreedyPlayer('Gus'), new ThriftyPlayer('Tilda'), new AggressivePlayer('Anton')];
  const game = new Game(players, new Random(1234));
  const statistics = new Statistics(game);
  for (let unit = 0; unit < n; unit++) {
    for (let round = 0; round < 10; round++) game.playRound((unit + round) % players.length);
  }
  return `${statistics.summary()};${players.map(({ score }) => score).join('-')}`;
}
