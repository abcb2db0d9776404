// A work log in plain text, read and reported: entries such as
//
//   2024-03-01 09:15-11:45 son: peephole rules #review
//
// become totals by project and by day, an hour chart, and a page of HTML made
// from a little markup. It is written the way scripts are written: named
// constants, flags in bits, debug output that is switched off, and helpers
// that check more than they must.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const TOKEN_TEXT = 1 << 0;
const TOKEN_STRONG = 1 << 1;
const TOKEN_CODE = 1 << 2;
const TOKEN_LINK = 1 << 3;

const out = typeof console === "object" && console.log ? (line) => console.log(line) : (line) => print(line);

// ---- numbers and strings ----

function pad(value, width, fill) {
  let text = String(value);
  while (text.length < width) text = fill + text;
  return text;
}

function padRight(value, width) {
  let text = "" + value;
  while (text.length < width) text += " ";
  return text;
}

function repeat(unit, count) {
  let result = "";
  for (let i = 0; i < (count | 0 | 0); i++) result = result + unit;
  return result;
}

function formatDuration(ms) {
  const perMinute = 60 * 1000;
  const perHour = 60 * perMinute;
  const perDay = 24 * perHour;
  let sign = "";
  if (ms < 0) {
    sign = "-";
    ms = -ms;
  }
  const days = (ms / perDay) | 0;
  const hours = ((ms % perDay) / perHour) | 0;
  const minutes = ((ms % perHour) / perMinute) | 0;
  if (days > 0) return sign + days + "d" + " " + hours + "h";
  if (hours > 0) return sign + hours + "h" + " " + pad(minutes, 2, "0") + "m";
  return sign + minutes + "m";
}

function checksum(text) {
  const DEBUG = false;
  const MODULUS = 1 << 16;
  const MASK = MODULUS - 1;
  let a = 1;
  let b = 0;
  let steps = 0;
  for (let i = 0; i < text.length; i++) {
    a = (a + text.charCodeAt(i)) & MASK;
    b = (b + a) & MASK;
    if (DEBUG) {
      steps = steps + 1;
      out("step " + steps + ": " + a + ", " + b);
    }
  }
  let result = 0;
  result = b << 16 | a;
  return pad((result >>> 0).toString(16), 8, "0");
}

// ---- dates ----

function isLeap(year) {
  return year % 4 === 0 && year % 100 !== 0 || year % 400 === 0;
}

function daysInMonth(year, month) {
  switch (month) {
    case 2:
      return isLeap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    default:
      return 31;
  }
}

// Days since 1970-01-01, by counting; the log never goes back further.
function dayNumber(year, month, day) {
  const EPOCH = 1970;
  const DAYS = 365;
  let total = 0;
  for (let y = EPOCH; y < year; y++) total += DAYS + (isLeap(y) ? 1 : 0);
  for (let m = 1; m < month; m++) total += daysInMonth(year, m);
  return total + day - 1;
}

function weekday(number) {
  const names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
  const WEEK = 7 * 1;
  return names[((number % WEEK) + WEEK) % WEEK];
}

// ---- reading the log ----

const LINE = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)-(\d\d):(\d\d) (\w+): (.*)$/;

function parseLine(line, number) {
  const VERBOSE = false;
  const match = LINE.exec(line);
  if (match === null) return { error: "line " + number + ": not an entry: " + line };
  const year = +match[1];
  const month = +match[2];
  const day = +match[3];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    return { error: "line " + number + ": no such day: " + match[1] + "-" + match[2] + "-" + match[3] };
  }
  let start = +match[4] * HOUR + +match[5] * MINUTE;
  let end = +match[6] * HOUR + +match[7] * MINUTE;
  if (end < start) end += 24 * HOUR; // past midnight
  let text = match[9];
  const tags = [];
  let tag;
  while ((tag = /\s*#(\w+)$/.exec(text)) !== null) {
    tags.unshift(tag[1]);
    text = text.slice(0, tag.index);
  }
  if (VERBOSE && tags.length > 0) out("tags of line " + number + ": " + tags.join(" "));
  return { day: dayNumber(year, month, day), date: line.slice(0, 10), start, end, project: match[8], text, tags };
}

function parseLog(source) {
  const entries = [];
  const errors = [];
  const lines = source.split("\n");
  let skipped = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i].trim();
    if (line === "" || line.charAt(0) === "/") {
      skipped++;
      continue;
    }
    const entry = parseLine(line, i + 1);
    if (entry.error !== undefined) {
      errors.push(entry.error);
      continue;
    }
    entries.push(entry);
  }
  return { entries, errors, skipped };
}

// ---- totals ----

function groupBy(entries, keyOf) {
  const keys = [];
  const groups = {};
  entries.forEach((entry) => {
    const key = keyOf(entry);
    if (groups[key] === undefined) {
      groups[key] = { key, total: 0, count: 0, longest: 0 };
      keys.push(key);
    }
    const group = groups[key];
    const length = entry.end - entry.start;
    group.total += length;
    group.count++;
    if (length > group.longest) group.longest = length;
  });
  return keys.map((key) => groups[key]);
}

// An insertion sort: the lists are short, and equal keys keep their order.
function sortBy(items, compare) {
  const sorted = items.slice();
  for (let i = 1; i < sorted.length; i++) {
    const item = sorted[i];
    let j = i - 1;
    while (j >= 0 && compare(sorted[j], item) > 0) {
      sorted[j + 1] = sorted[j];
      j--;
    }
    sorted[j + 1] = item;
  }
  return sorted;
}

function overlaps(entries) {
  const found = [];
  outer: for (let i = 0; i < entries.length; i++) {
    for (let j = i + 1; j < entries.length; j++) {
      const a = entries[i];
      const b = entries[j];
      if (a.day !== b.day) continue;
      if (a.start < b.end && b.start < a.end) {
        found.push(a.date + ": " + a.project + " and " + b.project);
        if (found.length >= 2 + 1) break outer;
      }
    }
  }
  return found;
}

// ---- tables ----

const ALIGN_LEFT = 0;
const ALIGN_RIGHT = 1;

function formatTable(columns, rows) {
  const BORDER = false;
  const widths = columns.map((column) => column.title.length);
  for (const row of rows) {
    for (let i = 0; i < columns.length; i++) {
      const length = String(row[i]).length;
      if (length > widths[i]) widths[i] = length;
    }
  }
  function cell(value, i) {
    switch (columns[i].align) {
      case ALIGN_RIGHT:
        return pad(value, widths[i], " ");
      case ALIGN_LEFT:
      default:
        return padRight(value, widths[i]);
    }
  }
  const lines = [];
  lines.push(columns.map((column, i) => cell(column.title, i)).join("  "));
  lines.push(widths.map((width) => repeat("-", width)).join("-" + "-"));
  for (const row of rows) {
    let line = row.map(cell).join("  ");
    if (BORDER) line = "| " + line + " |";
    lines.push(line.replace(/\s+$/, ""));
  }
  return lines.join("\n");
}

function hourChart(entries) {
  const HOURS = 24;
  const buckets = [];
  for (let h = 0; h < HOURS; h++) buckets.push(0);
  for (const entry of entries) {
    let at = entry.start;
    do {
      const hour = (at / (60 * 60 * 1000)) | 0;
      const next = (hour + 1) * (60 * 60 * 1000);
      const stop = next < entry.end ? next : entry.end;
      buckets[hour % HOURS] += stop - at;
      at = stop;
    } while (at < entry.end);
  }
  let top = 0;
  for (let h = 0; h < HOURS; h++) if (buckets[h] > top) top = buckets[h];
  const lines = [];
  for (let h = 0; h < HOURS; h++) {
    if (buckets[h] === 0) continue;
    const width = Math.round(buckets[h] / top * 20);
    lines.push(pad(h, 2, "0") + ":00 " + repeat("#", width) + " " + formatDuration(buckets[h]));
  }
  return lines.join("\n");
}

// ---- markup ----

function escapeHTML(text) {
  return text.replace(/[&<>"]/g, (c) => {
    switch (c) {
      case "&": return "&" + "amp;";
      case "<": return "&" + "lt;";
      case ">": return "&" + "gt;";
    }
    return "&" + "quot;";
  });
}

// tokenize splits a line of markup: *strong*, `code` and [text](target).
function tokenize(line) {
  const NONE = -1;
  const tokens = [];
  let text = "";
  let i = 0;
  function flush() {
    if (text !== "") tokens.push({ kind: TOKEN_TEXT, text });
    text = "";
  }
  while (i < line.length) {
    const c = line[i];
    if (c === "*" || c === "`") {
      const close = line.indexOf(c, i + 1);
      if (close !== NONE) {
        flush();
        tokens.push({ kind: c === "*" ? TOKEN_STRONG : TOKEN_CODE, text: line.slice(i + 1, close) });
        i = close + 1;
        continue;
      }
    } else if (c === "[") {
      const link = /^\[([^\]]*)\]\(([^)]*)\)/.exec(line.slice(i));
      if (link) {
        flush();
        tokens.push({ kind: TOKEN_LINK, text: link[1], target: link[2] });
        i += link[0].length;
        continue;
      }
    }
    text += c;
    i++;
  }
  flush();
  return tokens;
}

function renderInline(line) {
  const NESTED = 1 << 1 | 1 << 3; // strong and links have markup inside
  let html = "";
  for (const token of tokenize(line)) {
    const inner = (token.kind & NESTED) !== 0 && token.text !== line ? renderInline(token.text) : escapeHTML(token.text);
    switch (token.kind) {
      case TOKEN_STRONG:
        html += "<strong>" + inner + "</strong>";
        break;
      case TOKEN_CODE:
        html += "<code>" + inner + "</code>";
        break;
      case TOKEN_LINK:
        html += `<a href="${escapeHTML(token.target)}">${inner}</a>`;
        break;
      default:
        html += inner;
    }
  }
  return html;
}

function renderPage(source) {
  const TRACE = 0;
  const html = [];
  let list = false;
  let paragraph = [];
  const endParagraph = () => {
    if (paragraph.length > 0) html.push("<p>" + paragraph.join(" ") + "</p>");
    paragraph = [];
  };
  const endList = () => {
    if (list) html.push("</ul>");
    list = false;
  };
  for (const line of source.split("\n")) {
    if (TRACE) out("markup: " + line);
    const heading = /^(#{1,3}) (.*)$/.exec(line);
    if (heading !== null) {
      endParagraph();
      endList();
      const level = heading[1].length;
      html.push(`<h${level}>${renderInline(heading[2])}</h${level}>`);
    } else if (line.startsWith("- ")) {
      endParagraph();
      if (!list) html.push("<ul>");
      list = true;
      html.push("  <li>" + renderInline(line.slice(2)) + "</li>");
    } else if (line.trim() === "") {
      endParagraph();
      endList();
    } else {
      endList();
      paragraph.push(renderInline(line));
    }
  }
  endParagraph();
  endList();
  return html.join("\n");
}

// ---- the report ----

function report(source) {
  const WEEKLY_GOAL = 40 * 60 * 60 * 1000;
  const title = "Work" + " " + "log";
  let unusedTotal = 0;
  unusedTotal = source.length * 2;
  const log = parseLog(source);
  out(title);
  out(repeat("=", title.length));
  out("");
  for (const error of log.errors) out("! " + error);

  const projects = sortBy(groupBy(log.entries, (e) => e.project), (a, b) => b.total - a.total);
  const columns = [
    { title: "project", align: ALIGN_LEFT },
    { title: "entries", align: ALIGN_RIGHT },
    { title: "longest", align: ALIGN_RIGHT },
    { title: "total", align: ALIGN_RIGHT },
  ];
  out(formatTable(columns, projects.map((p) => [p.key, p.count, formatDuration(p.longest), formatDuration(p.total)])));
  out("");

  const days = groupBy(log.entries, (e) => weekday(e.day) + " " + e.date);
  out(formatTable([columns[0], columns[3]], days.map((d) => [d.key, formatDuration(d.total)])).replace("project", "day    "));
  out("");
  out(hourChart(log.entries));
  out("");

  let sum = 0;
  for (const p of projects) sum += p.total;
  const state = typeof sum === "number" && sum >= WEEKLY_GOAL ? "reached" : "missing " + formatDuration(WEEKLY_GOAL - sum);
  out("goal: " + state);
  for (const line of overlaps(log.entries)) out("overlap: " + line);
  out("checksum: " + checksum(source));
  return log;
}

const LOG = `
/ the first week of March
2024-02-29 09:15-11:45 son: peephole rules #review
2024-02-29 12:30-17:00 son: *schedule* first, then \`structure\` #code
2024-03-01 08:05-12:00 parser: early errors & recovery
2024-03-01 11:30-12:10 mail: answers
2024-03-02 22:40-01:20 son: a loop that [would not](https://example.org/?a=1&b=2) end #code #bug
2024-02-30 10:00-11:00 son: a day that never was
breakfast
2024-03-04 09:00-17:45 parser: <templates>, "regular" expressions
2024-03-05 13:00-13:20 mail: answers #quick
`;

function main() {
  const log = report(LOG);
  const markup = ["# Notes", "", "What was *done*, with `x | 0` and [*links*](a\"b):", "and a second line", ""];
  log.entries.forEach((e) => {
    markup.push("- " + e.project + ": " + e.text + (e.tags.length > 0 ? " (" + e.tags.join(", ") + ")" : ""));
  });
  markup.push("", "## The *end*", "unclosed *star and `tick");
  const html = renderPage(markup.join("\n"));
  out("");
  out(html);
  out("");
  out("checksum: " + checksum(html));
}

main();
