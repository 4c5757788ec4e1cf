import type { Management } from "../http/management";

type Connection = { id: string; display_name?: string; enabled_clients: string[]; options: Record<string, unknown> };

/** Enables the sample provider for one more application. @returns what undoes it */
export async function enableSampleProvider(
	management: Management,
	clientId: string,
	idpinitiated?: Record<string, unknown>,
): Promise<() => Promise<void>> {
	const read = async () => {
		const [found] = await management.json<Connection[]>("GET", "/connections?name=sample-provider");
		if (!found) throw new Error("The sample tenant has no connection to the sample provider.");
		return found;
	};
	const { id, display_name, enabled_clients, options } = await read();
	const patch = (change: Partial<Connection>) =>
		management.json("PATCH", `/connections/${id}`, { display_name, ...change });
	await patch({
		enabled_clients: [...enabled_clients, clientId],
		...(idpinitiated ? { options: { ...options, idpinitiated } } : {}),
	});
	return async () => {
		const now = await read();
		await patch({
			enabled_clients: now.enabled_clients.filter((other) => other !== clientId),
			...(idpinitiated ? { options } : {}),
		});
	};
}
