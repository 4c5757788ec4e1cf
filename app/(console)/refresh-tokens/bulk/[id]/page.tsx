import type { Metadata } from "next";
import { BulkProgress, bulkProgressTitle } from "../../../_metadata-bulk/bulk-progress";

type PageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
	return bulkProgressTitle("refresh token", (await params).id);
}

export default async function TokenBulkEditPage({ params }: PageProps) {
	return <BulkProgress resource="refresh token" id={(await params).id} />;
}
