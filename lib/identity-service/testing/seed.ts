// Run by `npm run seed`: opens the environment's embedded tenant, creates it where it is missing, and fills its store.
// The one argument is the size as JSON.
import { startIdentityService } from "../start";
import { fillStore } from "./fill-store";

const REPORT_ROWS = 100_000;

const [, , size = ""] = process.argv;
const { parts } = await startIdentityService({ appUrl: process.env.APP_URL ?? "", environment: process.env });
await fillStore(parts, JSON.parse(size), (table, rows) => {
	if (rows % REPORT_ROWS === 0) console.log(`${table}: ${rows}`);
});
await parts.database.destroy();
