// Formats what `check_formats` asks for with Node's own Intl: questions as JSON from the input, answers to the output.
import { readFileSync } from "node:fs";

/** @typedef {{tag: string, kind: string, value: any, decimals: number, currency: string}} Question */

/** @param {Question} question @returns {string} */
const answer = ({ tag, kind, value, decimals, currency }) => {
  const number = {
    numberingSystem: "latn",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: "halfEven",
  };
  const day = { calendar: "gregory", numberingSystem: "latn", timeZone: "UTC" };
  switch (kind) {
    case "number":
      return new Intl.NumberFormat(tag, number).format(value);
    case "range":
      return new Intl.NumberFormat(tag, number).formatRange(value[0], value[1]);
    case "money":
      return new Intl.NumberFormat(tag, { ...number, style: "currency", currency }).format(value);
    case "percent":
      return new Intl.NumberFormat(tag, { ...number, style: "percent" }).format(value);
    case "bytes":
      return new Intl.NumberFormat(tag, { ...number, style: "unit", unit: "byte", unitDisplay: "long" }).format(value);
    case "date":
      return new Intl.DateTimeFormat(tag, { ...day, dateStyle: "long" }).format(new Date(value));
    case "clock":
      return new Intl.DateTimeFormat(tag, { ...day, hour: "numeric", minute: "numeric", hourCycle: "h23" }).format(
        new Date(value),
      );
    case "list":
      return new Intl.ListFormat(tag, { type: "conjunction", style: "long" }).format(value);
    default:
      throw new Error(`no kind is called ${kind}`);
  }
};

const questions = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify({ cldr: process.versions.cldr, answers: questions.map(answer) }));
