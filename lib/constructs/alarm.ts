import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

/** What every alarm must state. */
export interface ServiceAlarmProps {
  readonly metric: IMetric;
  readonly threshold: number;
  /** One sentence: what users notice. */
  readonly impact: string;
  /** Heading of docs/runbook.md, as an anchor. A law test checks that it exists. */
  readonly runbook: string;
  readonly periods?: number;
  /** `breaching` where missing data is itself the failure. */
  readonly missing?: TreatMissingData;
  readonly topic: ITopic;
}

/** An alarm that says what users notice and links the runbook. It fires at or above the threshold. */
export class ServiceAlarm extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { metric, threshold, impact, runbook, periods = 1, missing, topic }: ServiceAlarmProps,
  ) {
    super(scope, id);
    const alarm = new Alarm(this, 'Alarm', {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
      alarmDescription: `${impact} What to do: docs/runbook.md#${runbook}`,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }
}
