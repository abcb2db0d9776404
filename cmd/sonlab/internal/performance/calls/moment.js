// file moment/moment.js
const m = lib.utc("2024-02-28T22:15:30Z");
console.log(m.format("YYYY-MM-DD dddd, h:mm:ss a"), m.isLeapYear(), m.daysInMonth());
console.log(m.clone().add(2, "days").toISOString(), m.clone().endOf("month").date(), m.clone().startOf("isoWeek").format("L"));
console.log(lib.utc("12-25-1995", "MM-DD-YYYY").diff(m, "years"), m.isBefore("2025-01-01"), m.from(lib.utc("2024-03-05")));
console.log(lib.duration(3723, "seconds").humanize(), lib.duration({ hours: 5, minutes: 3 }).asMinutes(), lib.duration("P1Y2M").toISOString());
console.log(lib.utc("not a date", "YYYY").isValid(), lib.utc([2020, 1, 30]).isValid(), m.fromNow === undefined, m.week(), m.dayOfYear());
