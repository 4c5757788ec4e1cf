import { startIdentityService } from "../start";
import { fillStore, type StoreSize } from "./fill-store";

/**
 * Opens the embedded tenant of an environment, making it where it is missing, and fills its store.
 * @param report a line for a terminal, at the start of each table and after every hundred thousand rows
 */
export async function seedStore(
	environment: Record<string, string | undefined>,
	size: StoreSize,
	report: (line: string) => void,
): Promise<void> {
	const { service } = await startIdentityService({ appUrl: environment.APP_URL ?? "", environment });
	await fillStore(service, size, (table, rows) => {
		if (rows % REPORT_ROWS === 0) report(`${table}: ${rows}`);
	});
	await service.database.destroy();
}

const REPORT_ROWS = 100_000;
