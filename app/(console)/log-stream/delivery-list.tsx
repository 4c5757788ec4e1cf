import { ButtonForm } from "@/app/_forms/action-form";
import { Badge } from "@/components/ui/badge";
import { Cell, DataTable, Head } from "@/components/ui/data-table";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { isAccepted } from "@/lib/dashboard/log-stream/deliver";
import { type Delivery, isDelivery } from "@/lib/dashboard/log-stream/deliveries";
import { TEST_EVENT } from "@/lib/dashboard/log-stream/event-types";
import { sendAgainAction } from "./log-stream-actions";

type DeliveryListProps = { webhookId: string; deliveries: readonly Delivery[]; clock: Clock };

/** The attempts to deliver events, newest first. */
export function DeliveryList({ webhookId, deliveries, clock }: DeliveryListProps) {
	const head = ["Event", "When", "Attempt", "Result", "Took", "Again"].map((title) => <Head key={title}>{title}</Head>);
	return (
		<DataTable label="Deliveries" head={head}>
			{deliveries.map((delivery) => (
				<tr key={delivery.id}>
					<th scope="row" id={delivery.id} title={delivery.summary}>
						<bdi>{delivery.summary}</bdi>
					</th>
					<Cell label="When">
						<TimeText value={delivery.at} clock={clock} isCompact />
					</Cell>
					<Cell label="Attempt">{delivery.attempt || "—"}</Cell>
					<Cell label="Result">
						{delivery.status === null ? (
							<span title={delivery.failure ?? ""}>{delivery.failure}</span>
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
								describedBy={delivery.id}
							/>
						) : (
							"—"
						)}
					</Cell>
				</tr>
			))}
		</DataTable>
	);
}
