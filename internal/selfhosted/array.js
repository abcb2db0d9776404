"use strict";
function forEach(f) {
  for (let i = 0, n = this.length; i < n; i++) {
    const item = this[i];
    if (item !== undefined || i in this) f(item, i, this);
  }
}
function map(f) {
  const n = this.length, result = new Array(n);
  for (let i = 0; i < n; i++) {
    const item = this[i];
    if (item !== undefined || i in this) result[i] = f(item, i, this);
  }
  return result;
}
function filter(f) {
  const result = [];
  for (let i = 0, n = this.length; i < n; i++) {
    const item = this[i];
    if ((item !== undefined || i in this) && f(item, i, this)) result[result.length] = item;
  }
  return result;
}
function some(f) {
  for (let i = 0, n = this.length; i < n; i++) {
    const item = this[i];
    if ((item !== undefined || i in this) && f(item, i, this)) return true;
  }
  return false;
}
function every(f) {
  for (let i = 0, n = this.length; i < n; i++) {
    const item = this[i];
    if ((item !== undefined || i in this) && !f(item, i, this)) return false;
  }
  return true;
}
function find(f) {
  for (let i = 0, n = this.length; i < n; i++) {
    const item = this[i];
    if (f(item, i, this)) return item;
  }
}
function findIndex(f) {
  for (let i = 0, n = this.length; i < n; i++) {
    if (f(this[i], i, this)) return i;
  }
  return -1;
}
function reduce(f, result) {
  for (let i = 0, n = this.length; i < n; i++) {
    const item = this[i];
    if (item !== undefined || i in this) result = f(result, item, i, this);
  }
  return result;
}
