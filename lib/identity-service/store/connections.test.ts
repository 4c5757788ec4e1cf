import { sql } from "kysely";
import { expect, it } from "vitest";
import { inTransaction } from "@/lib/database/in-transaction";
import { startTestService } from "../testing/test-service";
import { insertConnection, listConnections, removeClientFromConnections } from "./connections";

it("the deletion of a client that fails at one connection leaves all of them as they were", async () => {
	const { service, stop } = await startTestService("SQLite");
	const { database } = service;
	for (const id of ["con_1", "con_2", "con_3"])
		await insertConnection(database, {
			id,
			name: id,
			name_key: id,
			strategy: "samlp",
			display_name: null,
			show_as_button: 0,
			enabled_clients: '["a"]',
			options: "{}",
			metadata: "{}",
			origin: null,
			created_at: service.now().toISOString(),
			revision: 1,
		});
	const stored = await listConnections(database);
	await sql`create trigger broken before update on connections when old.id = 'con_1'
		begin select raise(abort, 'no update'); end`.execute(database);
	const deletion = inTransaction(database, (transaction) => removeClientFromConnections(transaction, "a"));
	await expect(deletion).rejects.toThrow("no update");
	// Behind whatever still waits for the connection.
	expect(await listConnections(database)).toEqual(stored);
	await stop();
});
