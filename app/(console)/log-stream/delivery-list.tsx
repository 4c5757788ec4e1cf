import { ButtonForm } from "@/app/_forms/action-form";
import { ListPages } from "@/app/_tables/list-controls";
import { Badge } from "@/components/ui/badge";
import { Cell, DataTable, Head } from "@/components/ui/data-table";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { isAccepted } from "@/lib/dashboard/log-stream/deliver";
import { DELIVERIES_KEPT_DAYS, isDelivery, listDeliveries } from "@/lib/dashboard/log-stream/deliveries";
import { TEST_EVENT } from "@/lib/dashboard/log-stream/event-types";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { sendAgainAction } from "./log-stream-actions";

type DeliveriesProps = { webhookId: string; from: string | null; clock: Clock };

/** The attempts to deliver events, newest first, page by page. @param from the checkpoint of a page */
export async function Deliveries({ webhookId, from, clock }: DeliveriesProps) {
	const { deliveries, next } = await listDeliveries(webhookId, from);
	const path = pageOf("webhook", webhookId);
	if (deliveries.length === 0)
		return <p className="text-sm text-muted">Nothing was sent in the last {DELIVERIES_KEPT_DAYS} days.</p>;
	const head = ["Event", "When", "Attempt", "Result", "Took", "Again"].map((title) => <Head key={title}>{title}</Head>);
	return (
		<>
			<DataTable label="Deliveries" head={head}>
				{deliveries.map((delivery) => (
					<tr key={delivery.id}>
						<th scope="row" id={delivery.id}>
							<Name text={delivery.summary} />
						</th>
						<Cell label="When">
							<TimeText value={delivery.at} clock={clock} isCompact />
						</Cell>
						<Cell label="Attempt">{delivery.attempt || "—"}</Cell>
						<Cell label="Result">
							{delivery.status === null ? (
								delivery.failure
							) : (
								<Badge tone={isAccepted({ status: delivery.status }) ? "success" : "danger"}>{delivery.status}</Badge>
							)}
						</Cell>
						<Cell label="Took">{delivery.attempt ? `${delivery.milliseconds.toLocaleString("en")} ms` : "—"}</Cell>
						<Cell label="Again">
							{isDelivery(delivery) && delivery.type !== TEST_EVENT ? (
								<ButtonForm
									action={sendAgainAction}
									label="Send again"
									sends={{ webhookId, event: delivery.event_id }}
									aria-describedby={delivery.id}
								/>
							) : (
								"—"
							)}
						</Cell>
					</tr>
				))}
			</DataTable>
			<ListPages
				label="Pages of deliveries"
				first={from && path}
				next={next && `${path}?${new URLSearchParams({ from: next })}`}
				words={["Newest", "Older"]}
			/>
		</>
	);
}
