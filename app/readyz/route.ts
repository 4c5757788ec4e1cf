import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";

/** The process can do its work: its store answers. */
export async function GET() {
	const headers = { "content-type": "text/plain", "cache-control": "no-store" };
	try {
		const database = await dashboardDatabase();
		await database.selectFrom("sessions").select("id_hash").limit(1).execute();
		return new Response("ready\n", { headers });
	} catch {
		return new Response("the store does not answer\n", { status: 503, headers });
	}
}
