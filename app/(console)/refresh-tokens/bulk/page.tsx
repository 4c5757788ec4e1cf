import type { Metadata } from "next";
import { BulkStart } from "../../_metadata-bulk/bulk-start";

export const metadata: Metadata = { title: "Edit metadata of several tokens · Refresh tokens" };

type SearchParams = Promise<{ user?: string | string[]; token?: string | string[] }>;

export default async function TokenBulkPage({ searchParams }: { searchParams: SearchParams }) {
	const { user, token } = await searchParams;
	return <BulkStart resource="refresh token" user={user} ids={token} />;
}
