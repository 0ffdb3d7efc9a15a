import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

export interface ServiceAlarmProps {
  readonly metric: IMetric;
  readonly threshold: number;
  /** One sentence on the impact that users notice. */
  readonly impact: string;
  /** Anchor of a heading in docs/runbook.md; checked by a law test. */
  readonly runbook: string;
  readonly periods?: number;
  /** Use `breaching` if missing data is itself the failure. */
  readonly missing?: TreatMissingData;
  readonly topic: ITopic;
}

/** Fires at or above the threshold. */
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
      alarmDescription: `${impact} Runbook: docs/runbook.md#${runbook}`,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }
}
