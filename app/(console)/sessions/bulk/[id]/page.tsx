import type { Metadata } from "next";
import { BulkProgress, bulkProgressTitle } from "../../../_metadata-bulk/bulk-progress";

type PageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
	return bulkProgressTitle("session", (await params).id);
}

export default async function SessionBulkEditPage({ params }: PageProps) {
	return <BulkProgress resource="session" id={(await params).id} />;
}
