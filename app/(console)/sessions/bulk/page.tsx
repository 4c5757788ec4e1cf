import type { Metadata } from "next";
import { BulkStart } from "../../_metadata-bulk/bulk-start";

export const metadata: Metadata = { title: "Edit metadata of several sessions · Sessions" };

type SearchParams = Promise<{ user?: string | string[]; session?: string | string[] }>;

export default async function SessionBulkPage({ searchParams }: { searchParams: SearchParams }) {
	const { user, session } = await searchParams;
	return <BulkStart resource="session" user={user} ids={session} />;
}
